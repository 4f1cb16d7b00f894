package org.waybill.engine.mover.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.mover.trust.BearerToken;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.WebServer;

/** Servers that copy badly, and tokens that must not get lost. */
@Timeout(60)
class HostileCopyTest {
    private static final int SIZE = 300_000;
    private static final String PASSED = "THROUGH_THIS_MACHINE";

    private final TestCredentials credentials = new TestCredentials();
    private CopyServer from;
    private CopyServer to;

    @BeforeEach
    void start() throws Exception {
        from = new CopyServer();
        to = new CopyServer();
        byte[] content = new byte[SIZE];
        new Random(1).nextBytes(content);
        from.files.put("/a", content);
    }

    @AfterEach
    void stop() {
        from.close();
        to.close();
    }

    private HttpCopies copies() {
        return new HttpCopies(credentials);
    }

    /** For servers that say nothing. */
    private HttpCopies impatient() {
        return new HttpCopies(credentials, Duration.ofMillis(1500), Duration.ofSeconds(3));
    }

    private TransferException failure(HttpCopies copies) {
        return catchThrowableOfType(TransferException.class, () -> copies.copy(from.location("/a"), to.location("/b")));
    }

    private void copied(HttpCopies copies) throws Exception {
        copies.copy(from.location("/a"), to.location("/b"));
        assertThat(to.files).containsOnlyKeys("/b").containsEntry("/b", from.files.get("/a"));
    }

    private static BearerToken token(String text, String... audiences) {
        return new BearerToken(text, "BEARER_TOKEN", List.of(audiences), null, null);
    }

    private static List<String> copy(CopyServer server) {
        return server.heard.stream().filter(line -> line.startsWith("COPY ")).toList();
    }

    private static boolean gotToken(CopyServer server) {
        return server.heard.stream().anyMatch(line -> line.contains("Bearer"));
    }

    @Test
    void theDestinationIsAskedUnderATemporaryNameAndShowsProgress() throws Exception {
        HttpCopies copies = new HttpCopies(credentials);
        CountDownLatch half = new CountDownLatch(1);
        to.copying = exchange -> {
            to.files.put(exchange.getRequestURI().getPath(), from.files.get("/a"));
            try (OutputStream out = CopyServer.accept(exchange)) {
                CopyServer.mark(out, SIZE / 2);
                half.await(10, TimeUnit.SECONDS);
                out.write("success: Created".getBytes(StandardCharsets.UTF_8)); // as XRootD, without an end of line
            }
        };
        Thread.ofVirtual().start(() -> {
            while (copies.moments.stream().noneMatch(moment -> moment.bytesDone() == SIZE / 2)) {
                Thread.onSpinWait();
            }
            half.countDown();
        });
        copied(copies);
        assertThat(half.getCount()).isZero();
        assertThat(copy(to)).hasSize(1);
        assertThat(copy(to).getFirst())
                .matches("COPY /\\.waybill\\S+ Source=http://127\\.0\\.0\\.1:" + from.port()
                        + "/a Credential=none Overwrite=T RequireChecksumVerification=true");
        assertThat(to.heard)
                .anyMatch(line -> line.startsWith("MOVE ") && line.contains("Destination=") && line.contains("/b"));
        assertThat(copies.codes()).contains("SERVER_TO_SERVER", "VERIFIED_BY_FAR_END");
    }

    @Test
    void theSourceIsAskedWhereTheDestinationDoesNotCopy() throws Exception {
        to.offersCopy = false;
        HttpCopies copies = copies();
        copied(copies);
        assertThat(copy(from)).hasSize(1);
        assertThat(copy(from).getFirst()).startsWith("COPY /a Destination=http://127.0.0.1:" + to.port() + "/.waybill");
        assertThat(copies.events).anyMatch(event -> event.contains(" sends straight to "));
    }

    @Test
    void aServerOfAnUnknownKindIsAskedToFetchAndNeverToSend() throws Exception {
        from.software = "unknown/1";
        to.software = "unknown/1";
        copied(copies());
        assertThat(copy(to)).hasSize(1);
        to.offersCopy = false;
        to.files.clear();
        copied(copies());
        assertThat(copy(from)).isEmpty();
    }

    @Test
    void aRefusalLeavesTheDataToThisMachineAndIsSaidOnce() throws Exception {
        from.files.put("/d/a", new byte[20]);
        from.files.put("/d/c", new byte[10]);
        to.copying = exchange -> CopyServer.say(exchange, 405, "not for\u001b[31m you\nmore");
        from.copying = exchange -> CopyServer.say(exchange, 501, "<html>no</html>");
        HttpCopies copies = copies();
        copies.copy(from.location("/d"), to.location("/t"));
        assertThat(to.files).containsOnlyKeys("/t/a", "/t/c");
        assertThat(copies.codes()).containsOnlyOnce(PASSED);
        assertThat(copies.events)
                .anyMatch(event -> event.contains("HTTP status 405, not for") && event.contains("HTTP status 501"))
                .noneMatch(event -> event.contains("\u001b") || event.contains("html") || event.contains("more"));
        assertThat(copy(to).size() + copy(from).size()).isLessThanOrEqualTo(4);
    }

    @Test
    void aFailureBeforeTheFirstByteLeavesTheDataToThisMachine() throws Exception {
        to.copying = exchange -> {
            try (OutputStream out = CopyServer.accept(exchange)) {
                out.write("failure: cannot reach \u001b[2J the source\r\n".getBytes(StandardCharsets.UTF_8));
            }
        };
        from.software = "nginx";
        HttpCopies copies = copies();
        copied(copies);
        assertThat(copies.events)
                .anyMatch(event -> event.startsWith(PASSED) && event.contains("failure: cannot reach "))
                .noneMatch(event -> event.contains("\u001b"));
    }

    @Test
    void anAnswerWithoutAVerdictIsNoSuccess() throws Exception {
        to.copying = exchange -> {
            to.files.put(exchange.getRequestURI().getPath(), from.files.get("/a"));
            CopyServer.accept(exchange).close();
        };
        from.software = "nginx";
        HttpCopies copies = copies();
        copied(copies);
        assertThat(copies.events).anyMatch(event -> event.startsWith(PASSED) && event.contains("without a verdict"));
    }

    @Test
    void aCopyThatBreaksOffMayBeTriedAgainOnce() throws Exception {
        to.copying = exchange -> {
            try (OutputStream out = CopyServer.accept(exchange)) {
                CopyServer.mark(out, 1000);
            }
        };
        from.software = "nginx";
        HttpCopies copies = copies();
        TransferException e = failure(copies);
        assertThat(e.reason()).isEqualTo(Reason.CONNECTION_LOST);
        assertThat(e).hasMessageContaining("broke off the copy").hasMessageContaining("without a verdict");
        assertThat(to.files).doesNotContainKey("/b");
        copied(copies);
        assertThat(copies.events).anyMatch(event -> event.startsWith(PASSED) && event.contains("broke off the copy"));
        assertThat(copy(to)).hasSize(2);
    }

    @Test
    void aFailureAfterSomeBytesIsARefusalAndNoByteIsCountedTwice() throws Exception {
        to.copying = exchange -> {
            to.files.put(exchange.getRequestURI().getPath(), new byte[1000]);
            try (OutputStream out = CopyServer.accept(exchange)) {
                CopyServer.mark(out, 1000);
                out.write("failure: No space left on device\n".getBytes(StandardCharsets.UTF_8));
            }
        };
        HttpCopies copies = copies();
        TransferReport report = copies.copy(from.location("/a"), to.location("/b"));
        assertThat(to.files).containsOnlyKeys("/b").containsEntry("/b", from.files.get("/a"));
        assertThat(copies.events).anyMatch(event -> event.contains(" sends straight to "));
        assertThat(report.bytes()).isEqualTo(SIZE);
        assertThat(copies.moments).allMatch(moment -> moment.bytesDone() <= SIZE);
        from.software = "nginx";
        to.files.clear();
        copied(copies);
        assertThat(copies.events)
                .anyMatch(event -> event.startsWith(PASSED) && event.contains("failure: No space left on device"));
    }

    @Test
    void whatIsRefusedOfOneFileSaysNothingOfTheOthers() throws Exception {
        from.files.clear();
        for (String name : List.of("a", "b", "c")) {
            from.files.put("/d/" + name, new byte[10]);
        }
        AtomicBoolean refused = new AtomicBoolean();
        to.copying = exchange -> {
            if (refused.compareAndSet(false, true)) {
                CopyServer.say(exchange, 403, "not this one");
            } else {
                to.copy(exchange);
            }
        };
        from.software = "nginx";
        copies().copy(from.location("/d"), to.location("/t"));
        assertThat(to.files).containsOnlyKeys("/t/a", "/t/b", "/t/c");
        assertThat(copy(to)).hasSize(3);
    }

    @Test
    void aBusyServerIsAskedAgainOnce() throws Exception {
        to.copying = exchange -> CopyServer.say(exchange, 503, "");
        from.software = "nginx";
        HttpCopies copies = copies();
        assertThat(failure(copies).isRetriable()).isTrue();
        copied(copies);
        assertThat(copies.codes()).contains(PASSED);
    }

    @Test
    void whereNothingCanBeRenamedTheOldFileIsNotTouchedByTheServers() throws Exception {
        to.isDav = false;
        to.files.put("/b", new byte[5]);
        to.copying = exchange -> CopyServer.say(exchange, 403, "");
        copied(copies());
        assertThat(copy(to)).isEmpty();
        assertThat(copy(from)).isEmpty();
        assertThat(to.heard).noneMatch(line -> line.startsWith("DELETE "));
    }

    @Test
    void aServerThatSaysNothingIsLeft() {
        CountDownLatch never = new CountDownLatch(1);
        to.copying = exchange -> {
            OutputStream out = CopyServer.accept(exchange);
            CopyServer.mark(out, 0);
            never.await(20, TimeUnit.SECONDS);
        };
        TransferException e = failure(impatient());
        never.countDown();
        assertThat(e.reason()).isEqualTo(Reason.CONNECTION_LOST);
        assertThat(e).hasMessageContaining("has said nothing of the copy for 1 s");
    }

    @Test
    void aServerThatSendsMarkersWithoutEndIsLeft() {
        to.copying = exchange -> {
            OutputStream out = CopyServer.accept(exchange);
            while (true) {
                CopyServer.mark(out, 7);
                Thread.sleep(100);
            }
        };
        TransferException e = failure(impatient());
        assertThat(e.reason()).isEqualTo(Reason.CONNECTION_LOST);
        assertThat(e).hasMessageContaining("reports no progress of the copy for 3 s");
    }

    @Test
    void aSuccessWithoutAllDataIsFoundOut() {
        to.copying = exchange -> {
            to.files.put(exchange.getRequestURI().getPath(), new byte[SIZE - 1]);
            try (OutputStream out = CopyServer.accept(exchange)) {
                CopyServer.mark(out, SIZE);
                out.write("success: Created\n".getBytes(StandardCharsets.UTF_8));
            }
        };
        TransferException e = failure(copies());
        assertThat(e.reason()).isEqualTo(Reason.VERIFICATION_FAILED);
        assertThat(e).hasMessageContaining("and there are " + (SIZE - 1));
        assertThat(to.files).isEmpty();
        to.copying = exchange -> CopyServer.say(exchange, 201, "");
        assertThat(failure(copies())).hasMessageContaining("and there is nothing");
    }

    @Test
    void otherContentOfTheSameSizeIsFoundOutByDigestsAndByReading() {
        to.copying = exchange -> {
            to.files.put(exchange.getRequestURI().getPath(), new byte[SIZE]);
            CopyServer.say(exchange, 201, "");
        };
        TransferException e = failure(copies());
        assertThat(e.reason()).isEqualTo(Reason.VERIFICATION_FAILED);
        assertThat(e).hasMessageContaining("was copied with other content: sha-256 ");
        to.givesDigests = false;
        HttpCopies reading = copies();
        assertThat(failure(reading).reason()).isEqualTo(Reason.VERIFICATION_FAILED);
        assertThat(reading.codes()).contains("VERIFIED_BY_READING");
        assertThat(to.files).isEmpty();
    }

    @Test
    void aCancelledCopyEndsAtTheServerToo() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        to.copying = exchange -> {
            try (OutputStream out = CopyServer.accept(exchange)) {
                for (int i = 1; i < 1000; i++) {
                    CopyServer.mark(out, i);
                    begun.countDown();
                    Thread.sleep(50);
                }
            } finally {
                ended.countDown();
            }
        };
        HttpCopies copies = new HttpCopies(credentials);
        Thread copy = Thread.ofVirtual().start(() -> {
            try {
                copies.copy(from.location("/a"), to.location("/b"));
            } catch (TransferException | InterruptedException _) {
                // that was the purpose
            }
        });
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        copy.interrupt();
        assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        copy.join();
        assertThat(to.files).doesNotContainKey("/b");
    }

    @Test
    void eachServerGetsTheTokenThatIsMeantForItAndTheOtherOnesToHandOn() throws Exception {
        from.token = "secret";
        to.token = "secret";
        credentials.token(token("secret"));
        copied(copies());
        assertThat(copy(to).getFirst())
                .endsWith("Authorization=Bearer secret TransferHeaderAuthorization=Bearer secret");
        credentials.token(token("secret", "https://127.0.0.1:" + from.port()));
        to.token = "";
        to.files.clear();
        to.heard.clear();
        copied(copies());
        assertThat(copy(to).getFirst())
                .doesNotContain(" Authorization=")
                .endsWith("TransferHeaderAuthorization=Bearer secret");
    }

    @Test
    void noTokenIsHandedToAWebSiteThatListsCopy() throws Exception {
        from.token = "secret";
        from.software = "unknown/1";
        to.software = "unknown/1";
        Location site = new Location("http", null, "127.0.0.1", to.port(), "/b");
        credentials.token(token("secret"));
        HttpCopies copies = copies();
        copies.copy(from.location("/a"), site);
        assertThat(copy(to)).isEmpty();
        assertThat(gotToken(to)).isFalse();
        assertThat(to.files).containsEntry("/b", from.files.get("/a"));
        assertThat(copies.events)
                .anyMatch(
                        event -> event.startsWith(PASSED) && event.contains("no token is handed to http://127.0.0.1:"));
        credentials.token(token("secret", "127.0.0.1:" + from.port(), "127.0.0.1:" + to.port()));
        to.files.clear();
        copies().copy(from.location("/a"), site);
        assertThat(copy(to).getFirst()).endsWith("TransferHeaderAuthorization=Bearer secret");
    }

    @Test
    void aTokenFileThatIsMissingMattersOnlyWhereATokenWouldGo() throws Exception {
        TestCredentials without = new TestCredentials().tokenProblem("cannot read the token file");
        List<String> said = new ArrayList<>();
        HttpAccount site = HttpAccount.of(
                new Location("https", null, "www.example.org", 0, "/"), without, (code, _) -> said.add(code));
        assertThat(site.bearer()).isEmpty();
        assertThat(said).isEmpty();
        assertThat(site.failure(new HttpStatusException("GET", 403), "/a").reason())
                .isEqualTo(Reason.PERMISSION);
        HttpAccount storage = HttpAccount.of(
                new Location("davs", null, "dtn.example.org", 0, "/"), without, (code, _) -> said.add(code));
        assertThat(storage.bearer()).isEmpty();
        assertThat(said).containsExactly("TOKEN_NOT_SENT");
    }

    @Test
    void aTokenOfAnotherAudienceOrForAWebSiteIsNotSent() throws Exception {
        credentials.token(token("secret", "https://elsewhere.example.org"));
        HttpCopies copies = copies();
        copied(copies);
        assertThat(gotToken(from) || gotToken(to)).isFalse();
        assertThat(copies.events)
                .anyMatch(event -> event.startsWith("TOKEN_NOT_SENT")
                        && event.contains("is for https://elsewhere.example.org")
                        && !event.contains("secret"));
        credentials.token(token("secret", "https://wlcg.cern.ch/jwt/v1/any"));
        Location web = new Location("http", null, "127.0.0.1", from.port(), "/a");
        copies().copy(web, to.location("/c"));
        assertThat(gotToken(from)).isFalse();
        assertThat(gotToken(to)).isTrue();
    }

    @Test
    void anExpiredTokenIsNotSentAndNamedWhereItWasNeeded() {
        from.token = "secret";
        Instant past = Instant.parse("2026-01-02T03:04:05Z");
        credentials.token(new BearerToken("secret", "/tmp/bt_u0", List.of(), null, past));
        HttpCopies copies = copies();
        TransferException e = failure(copies);
        assertThat(e.reason()).isEqualTo(Reason.AUTHENTICATION);
        assertThat(e)
                .hasMessageContaining("the token in /tmp/bt_u0 expired at 2026-01-02T03:04:05Z: get a new one")
                .message()
                .doesNotContain("secret");
        assertThat(gotToken(from)).isFalse();
    }

    /** The source takes no second request with it: the destination says so, and this machine cannot either. */
    @Test
    void aTokenThatExpiresMeanwhileEndsTheCopyWithTheReason() {
        from.token = "secret";
        credentials.token(token("secret"));
        to.copying = exchange -> {
            from.token = "another";
            to.copy(exchange);
        };
        HttpCopies copies = copies();
        TransferException e = failure(copies);
        assertThat(e.reason()).isEqualTo(Reason.AUTHENTICATION);
        assertThat(copies.events)
                .anyMatch(event -> event.startsWith(PASSED) && event.contains("the other server says 401"));
        assertThat(to.files).isEmpty();
    }

    @Test
    void noTokenFollowsARedirectionToAnotherServer() throws Exception {
        credentials.token(token("secret"));
        try (CopyServer thief = new CopyServer()) {
            to.copying = exchange -> {
                exchange.getResponseHeaders().set("Location", "http://127.0.0.1:" + thief.port() + "/x");
                CopyServer.say(exchange, 307, "");
            };
            from.software = "nginx";
            HttpCopies copies = copies();
            copied(copies);
            assertThat(thief.heard).isEmpty();
            assertThat(copies.events)
                    .anyMatch(event -> event.startsWith(PASSED) && event.contains("redirects COPY to"));
        }
    }

    @Test
    void noPasswordIsHandedOn(@TempDir Path here) throws Exception {
        Path root = Files.createDirectories(here.resolve("root/private")).getParent();
        Files.write(root.resolve("private/p"), from.files.get("/a"));
        credentials.password(WebServer.USER, WebServer.PASSWORD);
        try (WebServer secret = WebServer.start(here, root)) {
            HttpCopies copies = copies();
            copies.copy(secret.privateLocation("/p"), to.location("/b"));
            assertThat(copies.events)
                    .anyMatch(event -> event.startsWith(PASSED) && event.contains("is given to no other server"));
        }
        assertThat(copy(to)).isEmpty();
        assertThat(to.files).containsEntry("/b", from.files.get("/a"));
    }

    @Test
    void aTokenGoesOverNoUnencryptedConnectionToAnotherMachine() throws Exception {
        HttpAccount remote = HttpAccount.of(
                new Location("dav", null, "dtn.example.org", 0, "/"), credentials.token(token("secret")), (_, _) -> {});
        HttpAccount encrypted =
                HttpAccount.of(new Location("davs", null, "dtn.example.org", 0, "/"), credentials, (_, _) -> {});
        HttpAccount site =
                HttpAccount.of(new Location("https", null, "www.example.org", 0, "/"), credentials, (_, _) -> {});
        assertThat(remote.bearer()).isEmpty();
        assertThat(encrypted.bearer()).contains("Bearer secret");
        assertThat(site.bearer()).isEmpty();
        credentials.token(token("secret", "www.example.org"));
        assertThat(site.bearer()).contains("Bearer secret");
        assertThat(encrypted.bearer()).isEmpty();
    }
}
