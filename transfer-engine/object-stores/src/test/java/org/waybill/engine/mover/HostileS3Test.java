package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** A server that speaks S3 badly, or says what no one likes to hear. */
class HostileS3Test {
    private static final String SECRET = "a-secret-key-of-a-test";
    private static final String PAGE = "<ListBucketResult><Name>bucket</Name><Prefix>d/</Prefix><KeyCount>1</KeyCount>"
            + "<IsTruncated>true</IsTruncated><NextContinuationToken>%s</NextContinuationToken>"
            + "<Contents><Key>%s</Key><Size>1</Size></Contents></ListBucketResult>";

    @TempDir
    private Path here;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private Answer answer = exchange -> send(exchange, 200, "");

    /** What it does with a request other than for the bucket itself. */
    @FunctionalInterface
    private interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
                exchange.getRequestBody().readAllBytes();
                if (exchange.getRequestURI().toString().endsWith("&prefix=")) {
                    send(exchange, 200, "<ListBucketResult></ListBucketResult>");
                } else {
                    answer.to(exchange);
                }
            }
        });
        server.start();
        System.setProperty(
                "aws.endpointUrlS3", "http://127.0.0.1:" + server.getAddress().getPort());
        System.setProperty("aws.accessKeyId", "key");
        System.setProperty("aws.secretAccessKey", SECRET);
        System.setProperty("aws.configFile", "/dev/null");
        System.setProperty("aws.sharedCredentialsFile", "/dev/null");
    }

    @AfterEach
    void stop() {
        server.stop(0);
        for (String name : List.of(
                "aws.endpointUrlS3",
                "aws.requestPayer",
                "aws.accessKeyId",
                "aws.secretAccessKey",
                "aws.configFile",
                "aws.sharedCredentialsFile")) {
            System.clearProperty(name);
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head || bytes.length == 0 ? -1 : bytes.length);
        if (!head && bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private static void file(HttpExchange exchange, int announced, int sent) throws IOException {
        exchange.getResponseHeaders().set("ETag", "\"a\"");
        exchange.getResponseHeaders().set("Last-Modified", "Mon, 07 Jun 2021 08:09:10 GMT");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", "" + announced);
            exchange.sendResponseHeaders(200, -1);
        } else {
            exchange.sendResponseHeaders(200, announced);
            exchange.getResponseBody().write(new byte[sent]);
        }
    }

    private TransferException failure(String path) {
        TransferException e = catchThrowableOfType(TransferException.class, () -> get(path));
        assertThat(e).as("the transfer must fail").isNotNull();
        assertThat(e.getMessage()).doesNotContain("\n").doesNotContain(SECRET);
        return e;
    }

    private void get(String path) throws TransferException, InterruptedException {
        TestMovers.named("s3", new TestCredentials())
                .move(
                        TransferRequest.of(
                                new Location("s3", null, "bucket", 0, path),
                                Location.local(here.resolve("copy").toString())),
                        new TestListener());
    }

    @ParameterizedTest
    @CsvSource({
        "403, AccessDenied, PERMISSION, access denied",
        "404, NoSuchBucket, NOT_FOUND, no such bucket",
        "404, XMinioServerNotInitialized, NOT_FOUND, XMinioServerNotInitialized: it",
        "400, ExpiredToken, AUTHENTICATION, token has expired",
        "403, SignatureDoesNotMatch, AUTHENTICATION, correct the key",
        "403, RequestTimeTooSkewed, AUTHENTICATION, clock",
        "400, AuthorizationHeaderMalformed, AUTHENTICATION, set AWS_REGION",
        "403, InvalidObjectState, PERMISSION, restore it first",
        "301, PermanentRedirect, UNSAFE, not followed"
    })
    void saysInOneLineWhatIsWrong(int status, String code, Reason reason, String said) {
        answer = exchange ->
                send(exchange, status, "<Error><Code>" + code + "</Code><Message>it\nis so</Message></Error>");
        TransferException e = failure("/d/");
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason);
        assertThat(e).hasMessageContaining(said);
    }

    @Test
    void sendsNoSignatureToWhereItIsRedirected() throws Exception {
        AtomicInteger there = new AtomicInteger();
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            there.incrementAndGet();
            exchange.close();
        });
        other.start();
        try {
            answer = exchange -> {
                exchange.getResponseHeaders()
                        .set(
                                "Location",
                                "http://localhost:" + other.getAddress().getPort() + "/bucket/x");
                send(exchange, 307, "");
            };
            assertThat(failure("/x"))
                    .hasMessageContaining("localhost")
                    .extracting(TransferException::reason)
                    .isEqualTo(Reason.UNSAFE);
            assertThat(there).hasValue(0);
        } finally {
            other.stop(0);
        }
    }

    /** As for public data; nothing else is asked for credentials, such as the metadata of a cloud's machine. */
    @Test
    void asksWithoutASignatureWhereThereIsNoKey() throws Exception {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
        AtomicInteger signed = new AtomicInteger();
        answer = exchange -> {
            signed.addAndGet(exchange.getRequestHeaders().containsKey("Authorization") ? 1 : 0);
            file(exchange, 10, 10);
        };
        get("/x");
        assertThat(here.resolve("copy")).hasSize(10);
        assertThat(signed).hasValue(0);
    }

    @Test
    void asksAgainWhenItIsToldToSlowDown() throws Exception {
        AtomicInteger refused = new AtomicInteger();
        answer = exchange -> {
            if (refused.getAndIncrement() == 0) {
                send(exchange, 503, "<Error><Code>SlowDown</Code><Message>Please reduce</Message></Error>");
            } else {
                file(exchange, 10, 10);
            }
        };
        get("/x");
        assertThat(here.resolve("copy")).hasSize(10);
    }

    @Test
    void takesNoTruncatedBodyForAFile() {
        answer = exchange -> file(exchange, 100, 50);
        TransferException e = failure("/x");
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.CONNECTION_LOST);
        assertThat(here.resolve("copy")).doesNotExist();
    }

    /** The server's own checksum of the whole; one that comes with a part is not of that part. */
    @Test
    void refusesWhatHasNotTheChecksumThatTheServerGives() {
        answer = exchange -> {
            exchange.getResponseHeaders().set("x-amz-checksum-sha256", "bm90IHRoZSBzaGEtMjU2IG9mIGFueSBmaWxlIGhlcmU=");
            file(exchange, 10, 10);
        };
        TransferException e = failure("/x");
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.VERIFICATION_FAILED);
        assertThat(here.resolve("copy")).doesNotExist();
    }

    @Test
    void saysThatTheUserPaysWhereTheyWantTo() throws Exception {
        List<String> payers = new CopyOnWriteArrayList<>();
        answer = exchange -> {
            payers.add(String.valueOf(exchange.getRequestHeaders().getFirst("x-amz-request-payer")));
            file(exchange, 10, 10);
        };
        get("/x");
        assertThat(payers).isNotEmpty().containsOnly("null");
        payers.clear();
        System.setProperty("aws.requestPayer", "requester");
        get("/x");
        assertThat(payers).isNotEmpty().containsOnly("requester");
    }

    /** An object "d/a" and another one "d/a/b": a file cannot be a directory too. */
    private void bothFileAndDirectory() {
        answer = exchange -> {
            String query = String.valueOf(exchange.getRequestURI().getQuery());
            if (!query.contains("list-type")) {
                file(exchange, 1, 1);
            } else if (query.contains("prefix=d/a/")) {
                list(exchange, "<Contents><Key>d/a/b</Key><Size>1</Size></Contents>");
            } else {
                list(
                        exchange,
                        "<Contents><Key>d/a</Key><Size>1</Size></Contents>"
                                + "<CommonPrefixes><Prefix>d/a/</Prefix></CommonPrefixes>");
            }
        };
    }

    private static void list(HttpExchange exchange, String content) throws IOException {
        send(exchange, 200, "<ListBucketResult><IsTruncated>false</IsTruncated>" + content + "</ListBucketResult>");
    }

    @Test
    void namesAFileThatIsADirectoryToo() {
        bothFileAndDirectory();
        TransferException e = failure("/d/");
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.BAD_INPUT);
        assertThat(e).hasMessageContaining("a file and a directory of this name");
        assertThat(here.resolve("copy/a")).hasSize(1);
    }

    @Test
    void takesTheDirectoryOfTwoOfOneNameWhereASlashSaysSo() throws Exception {
        bothFileAndDirectory();
        get("/d/a/");
        assertThat(here.resolve("copy/b")).hasSize(1);
        get("/d/a");
        assertThat(here.resolve("copy/a")).hasSize(1);
    }

    /** Who may write below a prefix may not make the directories above it. */
    @Test
    void writesBelowADirectoryThatItMayNotMake() throws Exception {
        Path source = Files.writeString(here.resolve("source"), "content");
        List<String> stored = new CopyOnWriteArrayList<>();
        answer = exchange -> {
            String path = exchange.getRequestURI().getPath();
            if (exchange.getRequestMethod().equals("PUT")) {
                boolean refused = path.equals("/bucket/home/");
                stored.add(refused ? "" : path);
                exchange.getResponseHeaders()
                        .set(
                                "x-amz-checksum-sha256",
                                String.valueOf(exchange.getRequestHeaders().getFirst("x-amz-checksum-sha256")));
                send(exchange, refused ? 403 : 200, refused ? "<Error><Code>AccessDenied</Code></Error>" : "");
            } else if (exchange.getRequestMethod().equals("HEAD")) {
                send(exchange, 404, "");
            } else {
                list(exchange, "");
            }
        };
        TestMovers.named("s3", new TestCredentials())
                .move(
                        TransferRequest.of(
                                Location.local(source.toString()),
                                new Location("s3", null, "bucket", 0, "/home/me/file")),
                        new TestListener());
        assertThat(stored).contains("/bucket/home/me/", "/bucket/home/me/file");
    }

    @Test
    void endsAListThatRepeatsItself() {
        answer = exchange -> list(exchange, "token", "d/a");
        TransferException e = failure("/d/");
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.LIMIT);
        assertThat(e).hasMessageContaining("repeats itself");
    }

    @Test
    void takesNoListForWholeThatIsCutAndDoesNotSayHowItGoesOn() {
        answer = exchange -> list(exchange, "", "d/a");
        TransferException e = failure("/d/");
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.LIMIT);
        assertThat(e).hasMessageContaining("is not complete");
    }

    /** Each key is short, and the page has no end. */
    @Test
    void endsAPageThatDoesNotEnd() {
        answer = exchange -> {
            if (!String.valueOf(exchange.getRequestURI().getQuery()).contains("list-type")) {
                send(exchange, 404, "");
                return;
            }
            exchange.sendResponseHeaders(200, 0);
            byte[] keys = "<Contents><Key>d/a</Key><Size>1</Size></Contents>"
                    .repeat(1000)
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseBody().write("<ListBucketResult>".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 10_000; i++) {
                exchange.getResponseBody().write(keys);
            }
        };
        TransferException e = failure("/d/");
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.LIMIT);
        assertThat(e).hasMessageContaining("does not end");
    }

    @Test
    void readsNoEntityOfADocument() throws IOException {
        Path secret = Files.writeString(here.resolve("secret"), "d/of-this-machine");
        answer = exchange -> {
            boolean listed = String.valueOf(exchange.getRequestURI().getQuery()).contains("list-type");
            send(
                    exchange,
                    listed ? 200 : 404,
                    "<!DOCTYPE x [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]><ListBucketResult>"
                            + "<IsTruncated>false</IsTruncated><Contents><Key>&e;</Key><Size>1</Size></Contents>"
                            + "</ListBucketResult>");
        };
        failure("/d/");
        assertThat(asked).noneMatch(request -> request.contains("of-this-machine"));
    }

    @Test
    void refusesAListThatNamesWhatIsOutside() {
        answer = exchange -> list(exchange, "token", "other/a");
        assertThat(failure("/d/").reason()).isEqualTo(Reason.UNSAFE);
    }

    private static void list(HttpExchange exchange, String token, String key) throws IOException {
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        if (!query.contains("list-type")) {
            send(exchange, 404, "");
        } else {
            String name = query.contains("max-keys=1") ? "d/a" : key;
            exchange.getResponseHeaders().set("Content-Type", "application/xml");
            send(exchange, 200, PAGE.formatted(token, name));
        }
    }
}
