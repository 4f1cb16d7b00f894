package org.waybill.client.probe.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.waybill.client.probe.ProbeContext;

class GrowingTransfersTest {
    /** Each takes 50 ms and the time of its bytes, until one fails. */
    private static class Simulated extends SimulatedPath {
        private final double bitsPerSecond;
        private final long failAfterBytes;
        protected long moved;

        Simulated(double bitsPerSecond, long failAfterBytes) {
            this.bitsPerSecond = bitsPerSecond;
            this.failAfterBytes = failAfterBytes;
        }

        @Override
        public double seconds(long bytes, Progress progress) throws IOException {
            moved += bytes;
            if (moved > failAfterBytes) {
                throw new IOException("connection reset");
            }
            double seconds = 0.05 + 8 * bytes / bitsPerSecond;
            pass(seconds);
            return seconds;
        }
    }

    private static final TransferBudget BUDGET = TransferBudget.forJob(0);

    @Test
    void keepsToTheBytesAndStopsWhenTheRateIsKnown() throws InterruptedException {
        Simulated path = new Simulated(80e6, Long.MAX_VALUE);
        GrowingTransfers.Outcome outcome = GrowingTransfers.run(path, BUDGET, path, 1);
        assertThat(outcome.fit()).isPresent();
        assertThat(outcome.fit().get().bitsPerSecond()).isCloseTo(80e6, within(1e3));
        assertThat(outcome.bytes())
                .isLessThanOrEqualTo(TransferBudget.LEAST_BYTES)
                .isEqualTo(path.moved);
        assertThat(outcome.problem()).isNull();
        assertThat(path.isClosed()).isTrue();
    }

    /** SFTP has requests on their way when it stops reading: 4.9 MB were moved where 4 MiB were allowed. */
    @Test
    void whatIsReadAheadCountsAsMovedToo() throws InterruptedException {
        Simulated path = new Simulated(80e6, Long.MAX_VALUE) {
            @Override
            public double seconds(long bytes, Progress progress) throws IOException {
                double seconds = super.seconds(bytes, progress);
                progress.received(2 * bytes);
                return seconds;
            }
        };
        GrowingTransfers.Outcome outcome = GrowingTransfers.run(path, BUDGET, path, 1);
        assertThat(outcome.bytes()).isEqualTo(2 * path.moved).isLessThan(5L << 20);
    }

    /** The last of them read as much ahead as those before it: an advice put 4.45 MB on the wire, 4.19 allowed. */
    @Test
    void whatTheLastOneReadsAheadIsWithinTheBudget() throws InterruptedException {
        Simulated path = new Simulated(80e6, Long.MAX_VALUE) {
            @Override
            public double seconds(long bytes, Progress progress) throws IOException {
                double seconds = super.seconds(bytes, progress);
                progress.received(bytes + 300_000);
                progress.lost();
                return seconds;
            }
        };
        GrowingTransfers.Outcome outcome = GrowingTransfers.run(path, BUDGET, path, 1);
        assertThat(outcome.bytes()).isBetween(3L << 20, BUDGET.maxBytes());
    }

    @Test
    void keepsToTheTimeOnASlowPath() throws InterruptedException {
        Simulated path = new Simulated(1e6, Long.MAX_VALUE);
        GrowingTransfers.Outcome outcome = GrowingTransfers.run(path, BUDGET, path, 1);
        assertThat(path.nowNs()).isLessThan(Duration.ofSeconds(11).toNanos());
        assertThat(outcome.points()).isNotEmpty();
    }

    @Test
    void aFailureKeepsWhatWasLearned() throws InterruptedException {
        Simulated path = new Simulated(80e6, 1 << 20);
        GrowingTransfers.Outcome outcome = GrowingTransfers.run(path, BUDGET, path, 1);
        assertThat(outcome.problem()).isEqualTo("simulated: connection reset");
        assertThat(outcome.points()).hasSizeGreaterThanOrEqualTo(3);
        assertThat(path.isClosed()).isTrue();
    }

    @Test
    void aTransferThatHangsIsInterruptedAndCleanedUp() throws InterruptedException {
        SimulatedPath hanging = new SimulatedPath() {
            @Override
            public double seconds(long bytes, Progress progress) throws InterruptedException {
                Thread.sleep(Duration.ofHours(1));
                return 0;
            }
        };
        GrowingTransfers.Outcome outcome = GrowingTransfers.run(
                hanging, new TransferBudget(1 << 20, Duration.ofMillis(200)), ProbeContext.system(), 1);
        assertThat(outcome.fit()).isEmpty();
        assertThat(outcome.problem())
                .isEqualTo("simulated: less than 64 KiB arrived within 0.20 s: 'waybill doctor' finds the cause");
        assertThat(hanging.isClosed()).isTrue();
    }

    /** Transfers at 1 Gbit/s of which the fourth never ends. */
    @Test
    void aTransferThatTheTimeCutsShortCountsByWhatItHasMoved() throws InterruptedException {
        SimulatedPath slowing = new SimulatedPath() {
            private int made;

            @Override
            public double seconds(long bytes, Progress progress) throws InterruptedException {
                made++;
                if (made == 4) {
                    progress.moved(300 << 10);
                    progress.moved(400 << 10);
                    Thread.sleep(Duration.ofHours(1));
                }
                return bytes * 8 / 1e9;
            }
        };
        GrowingTransfers.Outcome outcome = GrowingTransfers.run(
                slowing, new TransferBudget(1 << 24, Duration.ofSeconds(3)), ProbeContext.system(), 1);
        assertThat(outcome.points()).hasSize(4);
        TransferPoint cut = outcome.points().getLast();
        assertThat(cut.whole()).isFalse();
        assertThat(cut.bytes()).isEqualTo(400 << 10);
        assertThat(cut.seconds()).isBetween(0.5, 15.0);
        assertThat(outcome.bytes())
                .as("what was moved, not what was wanted")
                .isEqualTo(outcome.points().stream()
                        .mapToLong(TransferPoint::bytes)
                        .sum());
        assertThat(outcome.problem()).isNull();
        assertThat(outcome.fit().orElseThrow().trend()).isEqualTo(Trend.FALLING);
    }

    /** The last one that was made was taken off again, as if it had been cut short. */
    @Test
    void whereTheTimeEndsBetweenTwoTransfersThoseBeforeStillCount() throws InterruptedException {
        SimulatedPath pausing = new SimulatedPath() {
            private int made;

            @Override
            public void note(String text) {
                made++;
                while (made == 3 && !Thread.currentThread().isInterrupted()) {
                    LockSupport.park();
                }
            }

            @Override
            public double seconds(long bytes, Progress progress) throws InterruptedException {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                return 1;
            }
        };
        GrowingTransfers.Outcome outcome =
                GrowingTransfers.run(pausing, new TransferBudget(1 << 24, Duration.ofSeconds(1)), pausing, 1);
        assertThat(outcome.points()).hasSize(2);
        assertThat(outcome.bytes())
                .isEqualTo(outcome.points().stream()
                        .mapToLong(TransferPoint::bytes)
                        .sum());
    }

    /** What a transfer left behind was not removed where that took longer than three seconds. */
    @Test
    void cleaningUpIsNotInterruptedAgain() throws InterruptedException {
        AtomicBoolean cleaned = new AtomicBoolean();
        SimulatedPath hanging = new SimulatedPath() {
            @Override
            public double seconds(long bytes, Progress progress) throws InterruptedException {
                Thread.sleep(Duration.ofHours(1));
                return 0;
            }

            @Override
            public void close() {
                Thread.interrupted();
                LockSupport.parkNanos(Duration.ofSeconds(4).toNanos());
                cleaned.set(!Thread.currentThread().isInterrupted());
            }
        };
        GrowingTransfers.run(hanging, new TransferBudget(1 << 20, Duration.ofMillis(100)), ProbeContext.system(), 1);
        assertThat(cleaned).isTrue();
    }

    @Test
    void oneHundredthOfTheJobButNoLessThanFourMebibytes() {
        assertThat(TransferBudget.forJob(10_000_000_000L).maxBytes()).isEqualTo(100_000_000L);
        assertThat(TransferBudget.forJob(1000).maxBytes()).isEqualTo(4L << 20);
    }
}
