package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.testserver.HostileServer;

/** Web servers that mean harm, against a client of 48 MiB. */
class HostileWebTest {
    private static final String HEAD = "<?xml version=\"1.0\"?><d:multistatus xmlns:d=\"DAV:\">";
    private static final String DIRECTORY = "<d:response><d:href>/t/</d:href><d:propstat><d:prop><d:resourcetype>"
            + "<d:collection/></d:resourcetype></d:prop></d:propstat></d:response>";

    @TempDir
    static Path directory;

    @AutoClose
    private static SmallHeapClient client;

    @BeforeAll
    static void startClient() throws IOException {
        client = new SmallHeapClient(directory.resolve("client.log"));
    }

    /** What a hostile server does when it is asked what it has. */
    record Case(String name, String scheme, HostileServer.Talk listing, String expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static String file(String name) {
        return "<d:response><d:href>/t/" + name + "</d:href><d:propstat><d:prop><d:getcontentlength>1"
                + "</d:getcontentlength></d:prop></d:propstat></d:response>";
    }

    private static HostileServer.Talk multiStatus(HostileServer.Talk body) {
        return peer -> {
            peer.say("HTTP/1.1 207 Multi-Status\r\nContent-Type: application/xml\r\nConnection: close\r\n\r\n" + HEAD
                    + DIRECTORY);
            body.run(peer);
        };
    }

    private static HostileServer.Talk answer(String head) {
        return peer -> peer.say("HTTP/1.1 " + head + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }

    private static Case listing(String name, HostileServer.Talk body) {
        return listing(name, body, "LIMIT");
    }

    private static Case listing(String name, HostileServer.Talk body, String expected) {
        return new Case(name, "dav", multiStatus(body), expected);
    }

    private static Case redirect(String to) {
        return new Case(
                "redirects to " + to,
                "dav",
                answer("302 Found\r\nLocation: " + to),
                "UNSAFE|BAD_INPUT|CONNECTION_LOST");
    }

    static Stream<Case> cases() {
        return Stream.of(
                listing("a listing without end", peer -> peer.forever(file("f"))),
                listing("a listing of different names", peer -> {
                    for (int i = 0; true; i++) {
                        peer.say(file("n".repeat(200) + i));
                    }
                }),
                listing("a name without end", peer -> {
                    peer.say("<d:response><d:href>/t/");
                    peer.forever("n");
                }),
                listing("an element in an element, without end", peer -> peer.forever("<a>"), "BAD_INPUT|LIMIT"),
                listing("an entry without end", peer -> {
                    peer.say("<d:response>");
                    peer.forever("<d:x/>");
                }),
                listing("a comment without end", peer -> {
                    peer.say("<!-- ");
                    peer.forever("x");
                }),
                listing("always other elements", peer -> {
                    for (int i = 0; true; i++) {
                        peer.say("<d:response><d:href>/t/f</d:href><x" + i + " y" + i + "=\"\"/></d:response>");
                    }
                }),
                listing("names longer than any", peer -> peer.say(file("n".repeat(5000)) + "</d:multistatus>")),
                new Case(
                        "a bomb of entities",
                        "dav",
                        peer -> peer.say("HTTP/1.1 207 M\r\nConnection: close\r\n\r\n"
                                + "<!DOCTYPE a [<!ENTITY b \"" + "b".repeat(1000) + "\"><!ENTITY c \""
                                + "&b;".repeat(1000)
                                + "\">]><d:multistatus xmlns:d=\"DAV:\">&c;&c;</d:multistatus>"),
                        "BAD_INPUT"),
                new Case(
                        "headers without end",
                        "dav",
                        peer -> {
                            peer.say("HTTP/1.1 207 Multi-Status\r\n");
                            for (int i = 0; true; i++) {
                                peer.say("X-" + i + ": " + "x".repeat(1000) + "\r\n");
                            }
                        },
                        "LIMIT"),
                new Case("a status line without end", "dav", peer -> peer.forever("HTTP/1.1 207 "), "LIMIT"),
                new Case("no HTTP at all", "dav", peer -> peer.forever("\u0000\u0001\u0002"), "CONNECTION_LOST|LIMIT"),
                new Case(
                        "a length that is no number",
                        "http",
                        answer("200 OK\r\nContent-Length: abc"),
                        "CONNECTION_LOST|BAD_INPUT|SOURCE_CHANGED|UNREACHABLE"),
                redirect("jar:http://127.0.0.1/x!/y"),
                redirect("mailto:a@b"),
                redirect("http:///x"),
                redirect("http://[::"),
                redirect("file:///etc/passwd"),
                redirect("ftp://127.0.0.1/x"),
                redirect("//\u0000"),
                redirect("http://user:pass@127.0.0.1/x"),
                redirect(""),
                redirect("http:"),
                redirect("?" + "x".repeat(100_000)));
    }

    private static HostileServer server(HostileServer.Talk listing) {
        return HostileServer.start(peer -> {
            while (true) {
                String request = peer.line();
                long length = 0;
                for (String header = peer.line(); !header.isEmpty(); header = peer.line()) {
                    if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                        length = Long.parseLong(header.substring(15).strip());
                    }
                }
                for (long i = 0; i < length; i++) {
                    peer.skip();
                }
                if (request.startsWith("OPTIONS")) {
                    peer.say("HTTP/1.1 200 OK\r\nDAV: 1\r\nContent-Length: 0\r\n\r\n");
                } else {
                    listing.run(peer);
                    return;
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noAnswerExhaustsOrCrashesTheClient(Case hostile) throws Exception {
        try (HostileServer server = server(hostile.listing())) {
            SmallHeapClient.Ended ended = client.move(
                    hostile.scheme() + "://127.0.0.1:" + server.port() + "/t",
                    directory.resolve("to").toString(),
                    0);
            assertThat(ended.reason()).as("%s", ended).matches(hostile.expected());
        }
    }

    @Test
    void anEndlessTreeEndsAtItsDepth() throws Exception {
        HostileServer.Talk deeper = peer -> {
            String path = peer.last("PROPFIND .*").split(" ")[1];
            String at = path.endsWith("/") ? path : path + "/";
            String body =
                    HEAD + DIRECTORY.replace("/t/", at) + DIRECTORY.replace("/t/", at + "d/") + "</d:multistatus>";
            peer.say("HTTP/1.1 207 M\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        };
        try (HostileServer server = server(deeper)) {
            SmallHeapClient.Ended ended = client.move(
                    "dav://127.0.0.1:" + server.port() + "/t",
                    directory.resolve("to2").toString(),
                    0);
            assertThat(ended.reason()).as("%s", ended).isEqualTo("LIMIT");
        }
    }

    /** Each changes something, and none may be turned against another server. */
    @Test
    void whatChangesSomethingIsNeverRedirectedToAnotherServer() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("tree/sub"));
        Files.writeString(tree.resolve("f"), "data");
        Files.writeString(directory.resolve("single"), "data");
        try (HostileServer victim = server(answer("201 Created"))) {
            for (String method : new String[] {"MKCOL", "MOVE", "DELETE", "PUT"}) {
                HostileServer.Talk talk = peer -> {
                    String request = peer.last("[A-Z]+ /.*");
                    String status = request.startsWith(method)
                            ? "307 T\r\nLocation: http://127.0.0.1:" + victim.port() + "/victim"
                            : request.startsWith("PROPFIND") ? "404 N" : "201 Created";
                    peer.say("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                };
                try (HostileServer server = server(talk)) {
                    SmallHeapClient.Ended ended = client.move(
                            directory.resolve("tree").toString(), "dav://127.0.0.1:" + server.port() + "/t", 0);
                    assertThat(ended.reason()).as("%s %s", method, ended).isNotIn("OK", "HANGS");
                }
            }
            assertThat(victim.heard()).noneMatch(line -> line.matches("(MKCOL|MOVE|DELETE|PUT) .*"));
        }
    }

    @ParameterizedTest
    @MethodSource("endless")
    void anInterruptEndsItWithinTwoSeconds(String name, HostileServer.Talk talk) throws Exception {
        try (HostileServer server = HostileServer.start(talk)) {
            SmallHeapClient.Ended ended = client.move(
                    "dav://127.0.0.1:" + server.port() + "/t",
                    directory.resolve("to3").toString(),
                    1000);
            assertThat(ended.reason()).as("%s %s", name, ended).matches("InterruptedException|INTERRUPTED");
            assertThat(ended.millis()).as("%s", ended).isLessThan(2000);
        }
    }

    static Stream<org.junit.jupiter.params.provider.Arguments> endless() {
        HostileServer.Talk silent = peer -> Thread.sleep(60_000);
        HostileServer.Talk dripping = peer -> peer.drip("HTTP/1.1 200 OK\r\nX: ");
        HostileServer.Talk drippingBody = peer -> {
            peer.say("HTTP/1.1 207 M\r\nDAV: 1\r\nConnection: close\r\n\r\n" + HEAD);
            peer.drip(file("f"));
        };
        return Stream.of(
                org.junit.jupiter.params.provider.Arguments.of("silent", silent),
                org.junit.jupiter.params.provider.Arguments.of("drips its head", dripping),
                org.junit.jupiter.params.provider.Arguments.of("drips its listing", drippingBody));
    }
}
