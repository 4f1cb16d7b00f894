package org.waybill.engine.mover.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;

/** Servers that copy badly. */
@Timeout(60)
class HostileCopyTest extends CopyCase {
    /** For servers that say nothing. */
    private HttpCopies impatient() {
        return new HttpCopies(credentials, Duration.ofMillis(1500), Duration.ofSeconds(3));
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
}
