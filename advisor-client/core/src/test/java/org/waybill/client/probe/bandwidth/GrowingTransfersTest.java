package org.waybill.client.probe.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.waybill.client.probe.ProbeContext;

class GrowingTransfersTest {
    /** A clock that only the simulated transfers move. */
    private static final class Simulated implements ProbeContext, TimedTransfer {
        private final AtomicLong nowNs = new AtomicLong();
        private final double bitsPerSecond;
        private final long failAfterBytes;
        private long moved;
        private boolean closed;

        Simulated(double bitsPerSecond, long failAfterBytes) {
            this.bitsPerSecond = bitsPerSecond;
            this.failAfterBytes = failAfterBytes;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nowNs.get());
        }

        @Override
        public long nowNs() {
            return nowNs.get();
        }

        @Override
        public void note(String text) {
            // not looked at
        }

        @Override
        public String name() {
            return "simulated";
        }

        @Override
        public long largestBytes() {
            return Long.MAX_VALUE;
        }

        @Override
        public double seconds(long bytes, Progress progress) throws IOException {
            moved += bytes;
            if (moved > failAfterBytes) {
                throw new IOException("connection reset");
            }
            double seconds = 0.05 + 8 * bytes / bitsPerSecond;
            nowNs.addAndGet((long) (seconds * 1e9));
            return seconds;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static final TransferBudget BUDGET = TransferBudget.forJob(0);

    @Test
    void keepsToTheBytesAndStopsWhenTheRateIsKnown() throws InterruptedException {
        Simulated path = new Simulated(80e6, Long.MAX_VALUE);
        GrowingTransfers.Outcome outcome = GrowingTransfers.run(path, BUDGET, path, 1);
        assertThat(outcome.fit()).isPresent();
        assertThat(outcome.fit().get().bitsPerSecond()).isCloseTo(80e6, within(1e3));
        assertThat(outcome.bytes()).isLessThanOrEqualTo(TransferBudget.LEAST_BYTES).isEqualTo(path.moved);
        assertThat(outcome.problem()).isNull();
        assertThat(path.closed).isTrue();
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
        assertThat(path.closed).isTrue();
    }

    @Test
    void aTransferThatHangsIsInterruptedAndCleanedUp() throws InterruptedException {
        boolean[] closed = new boolean[1];
        TimedTransfer hanging = new TimedTransfer() {
            @Override
            public String name() {
                return "hanging";
            }

            @Override
            public long largestBytes() {
                return Long.MAX_VALUE;
            }

            @Override
            public double seconds(long bytes, Progress progress) throws InterruptedException {
                Thread.sleep(Duration.ofHours(1));
                return 0;
            }

            @Override
            public void close() {
                closed[0] = true;
            }
        };
        GrowingTransfers.Outcome outcome = GrowingTransfers.run(hanging,
                new TransferBudget(1 << 20, Duration.ofMillis(200)), ProbeContext.system(), 1);
        assertThat(outcome.fit()).isEmpty();
        assertThat(closed[0]).isTrue();
    }

    /** Transfers at 1 Gbit/s of which the fourth never ends. */
    @Test
    void aTransferThatTheTimeCutsShortCountsByWhatItHasMoved() throws InterruptedException {
        TimedTransfer slowing = new TimedTransfer() {
            private int made;

            @Override
            public String name() {
                return "slowing";
            }

            @Override
            public long largestBytes() {
                return Long.MAX_VALUE;
            }

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

            @Override
            public void close() {
                // nothing to close
            }
        };
        GrowingTransfers.Outcome outcome = GrowingTransfers.run(slowing,
                new TransferBudget(1 << 24, Duration.ofMillis(500)), ProbeContext.system(), 1);
        assertThat(outcome.points()).hasSize(4);
        TransferPoint cut = outcome.points().getLast();
        assertThat(cut.whole()).isFalse();
        assertThat(cut.bytes()).isEqualTo(400 << 10);
        assertThat(cut.seconds()).isBetween(0.1, 5.0);
        assertThat(outcome.problem()).isNull();
        assertThat(outcome.fit().orElseThrow().trend()).isEqualTo(Trend.FALLING);
    }

    @Test
    void oneHundredthOfTheJobButNoLessThanFourMebibytes() {
        assertThat(TransferBudget.forJob(10_000_000_000L).maxBytes()).isEqualTo(100_000_000L);
        assertThat(TransferBudget.forJob(1000).maxBytes()).isEqualTo(4L << 20);
    }
}
