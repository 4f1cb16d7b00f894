package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.HostileServer;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.engine.testserver.WebServer;

/** Servers that answer, and fail with some files without a word why: the others are moved. */
@Timeout(30)
class ServersTroubleTest {
    private static final String TIME = "Wed, 01 Jan 2020 00:00:00 GMT";

    @TempDir
    private Path here;

    @Test
    void movesWhatFitsOnTheFullDiskOfAWebServerAndNamesTheRest() throws Exception {
        Path tree = tree(20, 430_000);
        Path served = here.resolve("disk");
        try (SmallDisk disk = SmallDisk.mount(served, 3);
                WebServer server = WebServer.start(here, served)) {
            TransferException e = failure(local(tree), dav(server, "/"), "http");
            assertNamedToBeTriedBriefly(e);
            List<String> missing =
                    e.notTransferred().stream().map(NotTransferred::path).toList();
            assertThat(missing).hasSizeBetween(13, 19);
            for (String name : IntStream.range(0, 20).mapToObj(i -> "x" + i).toList()) {
                if (!missing.contains(name)) {
                    assertThat(served.resolve("tree").resolve(name)).satisfies(sameContentAs(tree.resolve(name)));
                }
            }
        }
    }

    @Test
    void namesAllWhereAWebServerMayNotWrite() throws Exception {
        Path tree = tree(5, 10);
        Path served = here.resolve("disk");
        try (SmallDisk disk = SmallDisk.mount(served, 3);
                WebServer server = WebServer.start(here, served)) {
            disk.makeReadOnly();
            TransferException whole = failure(local(tree), dav(server, "/"), "http");
            assertNamedToBeTriedBriefly(whole);
            assertThat(whole.notTransferred()).hasSize(5);
            assertNamedToBeTriedBriefly(failure(local(tree.resolve("x0")), dav(server, "/x"), "http"));
        }
    }

    @Test
    void movesTheRestOfATreeWhereAWebServerFailsWithOneFile() throws Exception {
        HttpServer server = failingWithOneFile();
        try {
            TransferException e = failure(
                    new Location("dav", null, "127.0.0.1", server.getAddress().getPort(), "/tree"),
                    local(here.resolve("copy")),
                    "http");
            assertNamedToBeTriedBriefly(e);
            assertThat(e.notTransferred()).extracting(NotTransferred::path).containsExactly("bad");
            assertThat(here.resolve("copy/good")).hasContent("good");
        } finally {
            server.stop(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp", "gsiftp"})
    void movesTheRestOfATreeWhereAnFtpServerFailsWithOneFile(String scheme) throws Exception {
        try (HostileServer server = HostileServer.start(ServersTroubleTest::ftp)) {
            TransferException e = failure(
                    new Location(scheme, null, "127.0.0.1", server.port(), "/tree"),
                    local(here.resolve("copy")),
                    scheme);
            assertNamedToBeTriedBriefly(e);
            assertThat(e.notTransferred()).extracting(NotTransferred::path).containsExactly("bad");
            assertThat(here.resolve("copy/good")).hasContent("good");
        }
    }

    private static void assertNamedToBeTriedBriefly(TransferException e) {
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.GAVE_UP);
        assertThat(e.isRetriableBriefly()).isTrue();
        assertThat(e.notTransferred()).isNotEmpty().allMatch(one -> one.reason().equals("GAVE_UP"));
    }

    /** A WebDAV server with a tree of two files, of which it cannot give one. */
    private static HttpServer failingWithOneFile() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            boolean asked = exchange.getRequestMethod().equals("PROPFIND");
            boolean file = path.endsWith("good") || path.endsWith("bad");
            boolean deep = "1".equals(exchange.getRequestHeaders().getFirst("Depth"));
            byte[] body = asked
                    ? ("<D:multistatus xmlns:D=\"DAV:\">"
                                    + (file
                                            ? file(path)
                                            : "<D:response><D:href>"
                                                  + "/tree/</D:href><D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype></D:prop>"
                                                  + "</D:propstat></D:response>"
                                                    + (deep ? file("/tree/good") + file("/tree/bad") : ""))
                                    + "</D:multistatus>")
                            .getBytes(StandardCharsets.UTF_8)
                    : "good".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("DAV", "1");
            exchange.getResponseHeaders().set("Last-Modified", TIME);
            exchange.sendResponseHeaders(asked ? 207 : path.endsWith("bad") ? 500 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String file(String path) {
        return "<D:response><D:href>" + path + "</D:href><D:propstat><D:prop><D:getcontentlength>4"
                + "</D:getcontentlength><D:getlastmodified>" + TIME + "</D:getlastmodified></D:prop></D:propstat>"
                + "</D:response>";
    }

    /** The same by FTP. */
    private static void ftp(HostileServer.Peer peer) throws IOException {
        try (ServerSocket data = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            peer.say("220 hello\r\n");
            while (true) {
                String line = peer.line();
                String command = line.split(" ")[0];
                switch (command) {
                    case "FEAT" -> peer.say("211-F\r\n MLST type*;size*;modify*;\r\n REST STREAM\r\n211 end\r\n");
                    case "USER" -> peer.say("230 in\r\n");
                    case "PWD" -> peer.say("257 \"/\"\r\n");
                    case "MLST" ->
                        peer.say("250-x\r\n "
                                + (line.endsWith("good") || line.endsWith("bad") ? "type=file;size=4;" : "type=dir;")
                                + "modify=20200101000000; /t\r\n250 end\r\n");
                    case "PASV" ->
                        peer.say("227 (127,0,0,1," + (data.getLocalPort() >> 8) + "," + (data.getLocalPort() & 255)
                                + ")\r\n");
                    case "EPSV" -> peer.say("229 (|||" + data.getLocalPort() + "|)\r\n");
                    case "MLSD", "LIST" ->
                        send(
                                peer,
                                data,
                                "type=file;size=4;modify=20200101000000; good\r\n"
                                        + "type=file;size=4;modify=20200101000000; bad\r\n");
                    case "RETR" -> {
                        if (line.endsWith("good")) {
                            send(peer, data, "good");
                        } else {
                            data.accept().close();
                            peer.say("451 Local error in processing\r\n");
                        }
                    }
                    case "CKSM", "ERET", "SPAS", "SITE", "HASH", "OPTS" -> peer.say("502 no\r\n");
                    default -> peer.say("200 fine\r\n");
                }
            }
        }
    }

    private static void send(HostileServer.Peer peer, ServerSocket data, String text) throws IOException {
        peer.say("150 here\r\n");
        try (Socket connection = data.accept()) {
            connection.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        }
        peer.say("226 done\r\n");
    }

    private Path tree(int files, int bytes) throws IOException {
        Path tree = Files.createDirectory(here.resolve("tree"));
        byte[] content = new byte[bytes];
        for (int i = 0; i < files; i++) {
            new Random(i).nextBytes(content);
            Files.write(tree.resolve("x" + i), content);
        }
        return tree;
    }

    private static Location dav(WebServer server, String path) {
        return new Location("dav", null, server.host(), server.port(), path);
    }

    private static Location local(Path path) {
        return Location.local(path.toString());
    }

    private static TransferException failure(Location source, Location target, String transport) {
        Mover mover = TestMovers.named(transport, new TestCredentials());
        TransferException e = catchThrowableOfType(
                TransferException.class, () -> mover.move(TransferRequest.of(source, target), TransferListener.NONE));
        assertThat(e).as("the transfer must fail").isNotNull();
        return e;
    }
}
