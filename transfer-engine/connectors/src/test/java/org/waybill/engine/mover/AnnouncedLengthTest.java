package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.http.HttpStore;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** Servers that send more or less than they say: nothing is cut off or left out in silence. */
@Timeout(40)
class AnnouncedLengthTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n";

    @TempDir
    private Path here;

    private TestCredentials credentials = new TestCredentials();

    /** What a server says to GET after HEAD announced 1000 bytes; {@code _} means ten bytes of content. */
    @ParameterizedTest
    @CsvSource({
        "more than its Content-Length,       200, Content-Length: 1000, 105",
        "one block more,                     200, Content-Length: 1000, 200",
        "a longer Content-Length than HEAD,  200, Content-Length: 1010, 101",
        "a shorter Content-Length than HEAD, 200, Content-Length: 990,   99",
        "more and no length,                 200, X-Nothing: 1,         101",
        "less and no length,                 200, X-Nothing: 1,          99",
        "a range nobody asked for,           206, Content-Range: bytes 10-999/1000, 99",
        "a range of something longer,        206, Content-Range: bytes 0-999/2000, 100",
        "a range without its numbers,        206, Content-Range: bytes */1000, 100"
    })
    void refusesAWebServerThatSends(String what, int status, String header, int tens) throws Exception {
        byte[] body = "0123456789".repeat(tens).getBytes(StandardCharsets.ISO_8859_1);
        String head = "HTTP/1.1 " + status + " OK\r\n" + header + "\r\n\r\n";
        refused(what, (request, out) -> {
            out.write((request.startsWith("GET") ? head : HEAD).getBytes(StandardCharsets.ISO_8859_1));
            out.write(request.startsWith("GET") ? body : new byte[0]);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3e8\r\n%s\r\nb\r\nand so on..\r\n0\r\n\r\n",
                "3e8\r\n%s and more\r\n0\r\n\r\n",
                "3de\r\n%s\r\n0\r\n\r\n",
                "3e8\r\n%s\r\n0\r\n\r\nmore"
            })
    void refusesAWebServerWhoseChunksAreNotWhatItAnnounced(String chunks) throws Exception {
        String body = chunks.replace("%s", "0123456789".repeat(100));
        refused(
                chunks,
                (request, out) -> out.write((request.startsWith("GET")
                                ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body
                                : HEAD)
                        .getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Test
    void takesWhatIsExactlyAsLongAsAnnounced() throws Exception {
        for (String header : new String[] {"Content-Length: 1000", "X-Nothing: 1", "Transfer-Encoding: chunked"}) {
            String content = "0123456789".repeat(100);
            String body = header.contains("chunked") ? "3e8;x=y\r\n" + content + "\r\n0\r\nX: y\r\n\r\n" : content;
            try (ServerSocket server = web((request, out) ->
                    out.write((request.startsWith("GET") ? "HTTP/1.1 200 OK\r\n" + header + "\r\n\r\n" + body : HEAD)
                            .getBytes(StandardCharsets.ISO_8859_1)))) {
                mover("http").move(TransferRequest.of(address("http", server), local("copy")), TransferListener.NONE);
                assertThat(here.resolve("copy")).as(header).hasContent(content);
            }
        }
    }

    /**
     * {@code 99...} altered on the way to {@code 98...}, where the server gives the checksum of what it has. It is
     * fetched once: the caller of a mover decides whether to try again.
     */
    @Test
    void refusesWhatIsNotWhatTheServerHasByItsOwnChecksum() throws Exception {
        byte[] has = "9".repeat(1000).getBytes(StandardCharsets.ISO_8859_1);
        String digest = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(has));
        String head = "HTTP/1.1 200 OK\r\nRepr-Digest: sha-256=:" + digest + ":\r\nContent-Length: 1000\r\n\r\n";
        for (boolean altered : new boolean[] {true, false}) {
            byte[] sent = has.clone();
            sent[1] -= (byte) (altered ? 1 : 0);
            AtomicInteger fetched = new AtomicInteger();
            try (ServerSocket server = web((request, out) -> {
                out.write(head.getBytes(StandardCharsets.ISO_8859_1));
                boolean get = request.startsWith("GET");
                fetched.addAndGet(get ? 1 : 0);
                out.write(get ? sent : new byte[0]);
            })) {
                if (altered) {
                    TransferException e = failure(address("http", server), "http");
                    assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.VERIFICATION_FAILED);
                    assertThat(here).isEmptyDirectory();
                    assertThat(fetched).hasValue(1);
                } else {
                    TransferReport report = mover("http")
                            .move(TransferRequest.of(address("http", server), local("copy")), TransferListener.NONE);
                    assertThat(report.compared()).isEqualTo(Compared.SOURCE);
                }
            }
        }
    }

    /** As the signed addresses of object stores, whose GET alone is allowed, and some frameworks. */
    @ParameterizedTest
    @CsvSource({
        "403 Forbidden, X-Nothing: 1",
        "404 Not Found, X-Nothing: 1",
        "405 Method Not Allowed, X-Nothing: 1",
        "501 Not Implemented, X-Nothing: 1",
        "204 No Content, X-Nothing: 1",
        "200 OK, Content-Length: 0"
    })
    void fetchesWhatHeadDoesNotShow(String status, String header) throws Exception {
        String content = "0123456789".repeat(100);
        String head = "HTTP/1.1 " + status + "\r\n" + header + "\r\n\r\n";
        try (ServerSocket server = web((request, out) ->
                out.write((request.startsWith("GET") ? HEAD + content : head).getBytes(StandardCharsets.ISO_8859_1)))) {
            mover("http").move(TransferRequest.of(address("http", server), local("copy")), TransferListener.NONE);
            assertThat(here.resolve("copy")).hasContent(content);
        }
    }

    /** A file that was not there made the store believe each 404 to HEAD, also of files that GET has. */
    @Test
    void whatIsMissingDoesNotHideWhatHeadDoesNotShow() throws Exception {
        String missing = "HTTP/1.1 404 Not Found\r\n\r\n";
        try (ServerSocket server = web((request, out) ->
                        out.write((request.startsWith("GET /file ") ? HEAD + "0123456789".repeat(100) : missing)
                                .getBytes(StandardCharsets.ISO_8859_1)));
                Store store = HttpStore.provider(credentials).open(address("http", server), (_, _) -> {})) {
            assertThat(store.stat("/other")).isEmpty();
            assertThat(store.stat("/file").orElseThrow().sizeBytes()).isEqualTo(1000);
        }
    }

    @Test
    void anEmptyFileIsEmpty() throws Exception {
        String empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
        String noFirstByte = "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */0\r\n\r\n";
        for (String first : new String[] {empty, noFirstByte}) {
            try (ServerSocket server = web((request, out) -> {
                boolean range = request.startsWith("GET") && request.contains("\nRange:");
                out.write((range ? first : empty).getBytes(StandardCharsets.ISO_8859_1));
            })) {
                mover("http").move(TransferRequest.of(address("http", server), local("copy")), TransferListener.NONE);
                assertThat(here.resolve("copy")).isEmptyFile();
            }
        }
    }

    /** Portals say so while a file comes from tape: the answer's text is not the file. */
    @ParameterizedTest
    @CsvSource({"202 Accepted, CONNECTION_LOST", "204 No Content, BAD_INPUT"})
    void anAnswerWithoutTheFileReplacesNothing(String status, Reason reason) throws Exception {
        Files.writeString(here.resolve("copy"), "good");
        String body = status.startsWith("204") ? "" : "being prepared";
        String head = "HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n\r\n";
        try (ServerSocket server = web((request, out) ->
                out.write((request.startsWith("GET") ? head + body : head).getBytes(StandardCharsets.ISO_8859_1)))) {
            TransferException e = failure(address("http", server), "http");
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason);
            assertThat(here.resolve("copy")).hasContent("good");
        }
    }

    private void refused(String what, Answer answer) throws Exception {
        try (ServerSocket server = web(answer)) {
            TransferException e = failure(address("http", server), "http");
            assertThat(e.reason()).as(what + ": " + e.getMessage()).isEqualTo(Reason.SOURCE_CHANGED);
            assertThat(here).as(what).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1001, 1010, 70_000, 999, 0})
    void refusesAnFtpServerThatSendsAnotherLengthThanItsSize(int bytes) throws Exception {
        try (ServerSocket control = listen();
                ServerSocket data = listen()) {
            Thread.ofVirtual().start(() -> serve(control, socket -> ftp(socket, data, bytes)));
            TransferException e = failure(address("ftp", control), "ftp");
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.SOURCE_CHANGED);
            assertThat(here).isEmptyDirectory();
        }
    }

    /** Linux says that the files of /proc are empty, and then they are not. */
    @Test
    void refusesFilesThatAreLongerThanTheirServersSay() throws Exception {
        Path copies = Files.createDirectory(here.resolve("copies"));
        try (SshServer server = SshServer.start(here)) {
            credentials = server.credentials();
            for (String scheme : new String[] {"sftp", "local"}) {
                Location source =
                        scheme.equals("sftp") ? server.location("/proc/version") : Location.local("/proc/version");
                TransferException e = failure(mover(scheme), source, local("copies/" + scheme));
                assertThat(e.reason()).as(scheme).isEqualTo(Reason.SOURCE_CHANGED);
                assertThat(e).hasMessageContaining("longer than the 0 bytes");
            }
        }
        assertThat(copies).isEmptyDirectory();
    }

    @FunctionalInterface
    private interface Answer {
        void to(String request, OutputStream out) throws IOException;
    }

    @FunctionalInterface
    private interface RawExchange {
        void hold(Socket socket) throws IOException;
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    /** A server that answers each connection once. */
    private static ServerSocket web(Answer answer) throws IOException {
        ServerSocket server = listen();
        Thread.ofVirtual()
                .start(() -> serve(server, socket -> {
                    BufferedReader in = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
                    StringBuilder request = new StringBuilder();
                    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                        request.append(line).append('\n');
                    }
                    if (request.indexOf("OPTIONS") == 0) {
                        say(socket.getOutputStream(), "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n");
                    } else {
                        answer.to(request.toString(), socket.getOutputStream());
                    }
                    socket.shutdownOutput();
                }));
        return server;
    }

    private static void serve(ServerSocket server, RawExchange conversation) {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> {
                    try (socket) {
                        conversation.hold(socket);
                    } catch (IOException e) {
                        // the client has seen enough
                    }
                });
            } catch (IOException e) {
                return;
            }
        }
    }

    /** An FTP server with one file of 1000 bytes, of which it sends any number. */
    private static void ftp(Socket socket, ServerSocket data, int bytes) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        OutputStream out = socket.getOutputStream();
        say(out, "220 hello");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line.split(" ")[0]) {
                case "USER", "TYPE" -> say(out, "230 well");
                case "SYST" -> say(out, "215 UNIX");
                case "SIZE" -> say(out, "213 1000");
                case "MDTM" -> say(out, "213 20260101000000");
                case "EPSV" -> say(out, "229 here (|||" + data.getLocalPort() + "|)");
                case "PASV" ->
                    say(
                            out,
                            "227 here (127,0,0,1," + data.getLocalPort() / 256 + "," + data.getLocalPort() % 256 + ")");
                case "RETR" -> {
                    say(out, "150 now");
                    try (Socket connection = data.accept()) {
                        connection.getOutputStream().write(new byte[bytes]);
                    }
                    say(out, "226 sent");
                }
                default -> say(out, "502 no");
            }
        }
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Location address(String scheme, ServerSocket server) {
        return new Location(scheme, null, "127.0.0.1", server.getLocalPort(), "/file");
    }

    private Location local(String name) {
        return Location.local(here.resolve(name).toString());
    }

    private TransferException failure(Location source, String transport) {
        return failure(mover(transport), source, local("copy"));
    }

    private static TransferException failure(Mover mover, Location source, Location target) {
        TransferException e = catchThrowableOfType(
                TransferException.class, () -> mover.move(TransferRequest.of(source, target), TransferListener.NONE));
        assertThat(e).as("the transfer must fail").isNotNull();
        assertThat(e.getMessage()).doesNotContain("\n");
        return e;
    }

    private Mover mover(String name) {
        return TestMovers.named(name, credentials);
    }
}
