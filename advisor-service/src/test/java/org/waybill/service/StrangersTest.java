package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.service.log.SecurityLog;
import tools.jackson.databind.json.JsonMapper;

/** What callers without an account can do to the service and to its logs: next to nothing. */
@Timeout(120)
class StrangersTest {
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
    private static final String JSON = "Content-Type: application/json\r\n";

    private static final long SERVED_WITHIN_NANOS = Duration.ofSeconds(15).toNanos();

    private static Standalone standalone;

    @BeforeAll
    static void start() throws IOException {
        standalone = Standalone.shared();
    }

    private static String request(String line, String headers, String body) {
        return line + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "Content-Length: " + body.length()
                + "\r\nConnection: close\r\n\r\n" + body;
    }

    private static List<String> broken() {
        List<String> all = new ArrayList<>(List.of(
                "garbage\r\n\r\n",
                request("GET /%zz", "", ""),
                request("GET //a//b", "", ""),
                request("GET /a%0ab", "", ""),
                request("FOO /", "", ""),
                request("TRACE /", "", ""),
                request("GET /", "Cookie: waybill-session=" + "x".repeat(50) + "\r\n", ""),
                request("GET /api/info", "Authorization: Bearer nothing\r\n", ""),
                request("GET /actuator/health/x", "Accept: a/b/c\r\n", ""),
                request("GET /error", "", ""),
                request("GET /login?changed=x", "", ""),
                request("POST /callback/nsi", "Content-Type: text/xml\r\n", "<!DOCTYPE a><a/>")));
        for (String body : List.of("name=%zz&secret=%", "name=a", "a=" + "b".repeat(70_000), "a=b&".repeat(15_000))) {
            all.add(request("POST /login", FORM, body));
        }
        for (String type : List.of("multipart/form-data", "multipart/form-data; boundary=x")) {
            all.add(request("POST /login", "Content-Type: " + type + "\r\n", "--x\r\nfoo"));
        }
        for (String accept : List.of("application/xml", "a/b/c", "*/*")) {
            all.add(request("POST /api/login", JSON + "Accept: " + accept + "\r\n", "{"));
        }
        all.add(request("POST /api/login", "Content-Type: a/b/c\r\n", "{}"));
        all.add(request("POST /api/login", JSON, "[".repeat(3_000)));
        // less than announced, and chunks that are none
        all.add(request("POST /api/login", JSON, "{" + " ".repeat(300)).replaceFirst("(?s) {300}$", ""));
        all.add("POST /api/login HTTP/1.1\r\nHost: localhost\r\n" + JSON + "Transfer-Encoding: chunked\r\n\r\nzzz\r\n");
        all.add("POST /login HTTP/1.1\r\nHost: localhost\r\n" + FORM + "Transfer-Encoding: chunked\r\n\r\nzzz\r\n");
        return all;
    }

    @Test
    void aBrokenRequestIsAShortLineAtMostAndManyAreCounted() throws Exception {
        Lines lines = new Lines();
        Logger root = Logger.getLogger("");
        root.addHandler(lines);
        try {
            for (int time = 0; time < 12; time++) {
                for (String one : broken()) {
                    send(one, time == 0 ? 300 : 20, "127.0.0.1");
                }
            }
            Thread.sleep(500); // what broke off is noticed a little later
        } finally {
            root.removeHandler(lines);
        }
        assertThat(lines.longest()).as(lines.text()).isLessThan(500);
        assertThat(lines.bytes()).as(lines.text()).isLessThan(8_000);
    }

    @Test
    @Tag("nightly")
    @Timeout(600)
    void tenThousandBrokenRequestsLeaveWhatStoodInTheLog(@TempDir Path logs) throws Exception {
        FileHandler file = new FileHandler(logs + "/waybill.%g.log", 4 << 20, 3, true);
        file.setFormatter(new SimpleFormatter());
        Logger root = Logger.getLogger("");
        root.addHandler(file);
        try (var threads = Executors.newFixedThreadPool(16)) {
            SecurityLog.done("somebody came in before");
            List<Future<String>> sent = new ArrayList<>();
            for (int i = 0; sent.size() < 10_000; i++) {
                for (String one : broken()) {
                    String from = "127." + (1 + i % 100) + "." + sent.size() % 200 + ".2";
                    sent.add(threads.submit(() -> send(one, 20, from)));
                }
            }
            for (Future<String> each : sent) {
                each.get();
            }
        } finally {
            root.removeHandler(file);
            file.close();
        }
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(logs)) {
            for (Path each :
                    files.filter(path -> path.toString().endsWith(".log")).toList()) {
                all.append(Files.readString(each));
            }
        }
        System.out.println(all.length() + " bytes of log for 10,000 broken requests");
        assertThat(all.length()).isLessThan(100_000);
        assertThat(all).contains("somebody came in before");
    }

    /** Everything that is logged, as it would be in a file. */
    private static final class Lines extends Handler {
        private final ConcurrentLinkedQueue<String> records = new ConcurrentLinkedQueue<>();

        @Override
        public void publish(LogRecord record) {
            records.add(new SimpleFormatter().format(record));
        }

        int longest() {
            return records.stream().mapToInt(String::length).max().orElse(0);
        }

        int bytes() {
            return records.stream().mapToInt(String::length).sum();
        }

        String text() {
            return String.join("", records);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static String answer(String request) throws IOException {
        return send(request, 10_000, "127.0.0.1");
    }

    private static String send(String request, int mostMillis, String from) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(
                    new InetSocketAddress("127.0.0.1", standalone.service.url().getPort()));
            socket.setSoTimeout(mostMillis);
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketTimeoutException e) {
            return ""; // it waits for what never comes: the end of the connection is what we expect it to see
        } catch (IOException e) {
            return "reset";
        }
    }

    @Test
    void aNameThatIsNotOursIsRefusedAndOursIsInNoAnswer() throws Exception {
        for (String path : List.of("/", "/login", "/api/info", "/console/console.css", "/hessian/advisor")) {
            for (String name : List.of("evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil")) {
                String answer = answer("GET " + path + " HTTP/1.1\r\nHost: " + name + "\r\nConnection: close\r\n\r\n");
                assertThat(answer).startsWith("HTTP/1.1 421").doesNotContain("evil");
            }
            assertThat(answer("GET http://evil.example" + path + " HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                    .startsWith("HTTP/1.1 421");
        }
        for (String name : List.of("localhost", "LOCALHOST.:99", "127.0.0.1", "[::1]:80")) {
            assertThat(answer("GET / HTTP/1.1\r\nHost: " + name + "\r\nX-Forwarded-Host: evil.example\r\n"
                            + "Forwarded: host=evil.example\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 302")
                    .contains("Location: /login\r\n")
                    .doesNotContain("evil");
        }
        assertThat(answer("GET /actuator/health HTTP/1.1\r\nHost: 10.1.2.3\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(standalone.get("/v3/api-docs", standalone.service.token()).body())
                .doesNotContain("127.0.0.1");
    }

    @Test
    void filesOfStrangersAreNotAwaited() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", standalone.service.url().getPort())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream()
                    .write(("POST /catalogue/import HTTP/1.1\r\n"
                                    + "Host: localhost\r\n"
                                    + "Content-Type: multipart/form-data; boundary=x\r\n"
                                    + "Content-Length: 8000000\r\n\r\n"
                                    + "--x\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void manySlowOnesKeepNobodyOutAndAreLetGo() throws Exception {
        List<Socket> slow = new ArrayList<>();
        Set<Socket> refused = new HashSet<>();
        try {
            for (int i = 0; i < 300; i++) {
                Socket socket = new Socket("127.0.0.1", standalone.service.url().getPort());
                slow.add(socket);
                if (!sent(
                        socket,
                        "POST /api/login HTTP/1.1\r\nHost: localhost\r\n" + JSON + "Content-Length: 4000\r\n\r\n{")) {
                    refused.add(socket);
                }
            }
            long startNanos = System.nanoTime();
            assertThat(answer("/api/info", standalone.service.token(), startNanos))
                    .isEqualTo(200);
            assertThat(answer("/actuator/health", "", startNanos)).isEqualTo(200);
            assertThat(System.nanoTime() - startNanos).isLessThan(SERVED_WITHIN_NANOS);
            while (refused.size() < 250
                    && System.nanoTime() - startNanos < Duration.ofSeconds(30).toNanos()) {
                for (Socket socket : slow) {
                    if (!refused.contains(socket) && ended(socket)) {
                        refused.add(socket);
                    }
                }
            }
            assertThat(refused).hasSizeGreaterThanOrEqualTo(250);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    /** While all places of its address are taken, a newcomer may be sent away unanswered, and asks again. */
    private static int answer(String path, String token, long startNanos) throws IOException, InterruptedException {
        while (true) {
            try {
                return standalone.get(path, token).statusCode();
            } catch (HttpTimeoutException unanswered) {
                throw unanswered;
            } catch (IOException sentAway) {
                if (System.nanoTime() - startNanos > SERVED_WITHIN_NANOS) {
                    throw sentAway;
                }
                Thread.sleep(100);
            }
        }
    }

    /** False if it was let go before all of it was sent: those who find no place are reset at once. */
    private static boolean sent(Socket socket, String request) {
        try {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean ended(Socket socket) throws IOException {
        socket.setSoTimeout(5);
        InputStream in = socket.getInputStream();
        try {
            in.readAllBytes();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // let go before it was served
        }
    }

    @Test
    @Tag("nightly")
    void aBodyOfAByteNowAndThenIsGivenUp() throws Exception {
        long startNanos = System.nanoTime();
        try (Socket socket = new Socket("127.0.0.1", standalone.service.url().getPort())) {
            socket.getOutputStream()
                    .write(("POST /login HTTP/1.1\r\nHost: localhost\r\n" + FORM + "Content-Length: 4000\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(1_000);
            boolean over = false;
            for (int i = 0; i < 60 && !over; i++) {
                try {
                    socket.getOutputStream().write('a');
                    socket.getInputStream().read(); // an answer or the end, not a time-out
                    over = true;
                } catch (SocketTimeoutException e) {
                    // another byte
                } catch (IOException e) {
                    over = true;
                }
            }
            assertThat(over).isTrue();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
                .isBetween(Duration.ofSeconds(15), Duration.ofSeconds(35));
    }

    @Test
    void guessesAtOnceAreNoMoreThanOneAfterTheOther() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> all = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                String body = "{\"name\":\"guessed-at-once\",\"secret\":\"wrong" + i + "\"}";
                all.add(threads.submit(() -> standalone.postJson("/api/login", "", body)));
            }
            int looked = 0;
            for (Future<HttpResponse<String>> each : all) {
                looked += each.get().statusCode() == 401 ? 1 : 0;
            }
            assertThat(looked).isEqualTo(5);
        }
    }

    @Test
    void aMemberNamedTwiceIsRefusedHoweverItComes() throws Exception {
        String token = standalone.service.token();
        assertThat(refusal(standalone.postJson("/api/login", "", "{\"name\":\"a\",\"name\":\"b\",\"secret\":\"c\"}")))
                .isEqualTo("the body is not valid JSON: an object has the member name twice");
        assertThat(refusal(standalone.postJson(
                        "/api/locations", token, "[{\"address\":\"192.0.2.1\",\"address\":\"192.0.2.2\"}]")))
                .contains("member address twice");
        assertThat(refusal(standalone.postJson(
                        "/api/catalog/organisation/import?format=json", token, "[{\"name\":\"a\",\"name\":\"b\"}]")))
                .contains("Duplicate Object property \"name\"");
        assertThat(refusal(standalone.post(
                        "/api/catalog/organisation/import?format=csv",
                        token,
                        "text/csv",
                        "name,name\na,b\n".getBytes(StandardCharsets.US_ASCII))))
                .contains("twice");
        assertThat(refusal(standalone.post(
                        "/api/locations", token, "application/json", new byte[] {'[', '{', '"', 'a', (byte) 0xff, '"'
                        })))
                .isEqualTo("the body is not UTF-8");
        assertThat(standalone
                        .postJson("/api/history/import?format=fts&file=x", token, "{\"tr_id\":\"a\",\"tr_id\":\"b\"}")
                        .body())
                .contains("member");
    }

    private static String refusal(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        return JsonMapper.shared().readTree(response.body()).get("message").asString();
    }
}
