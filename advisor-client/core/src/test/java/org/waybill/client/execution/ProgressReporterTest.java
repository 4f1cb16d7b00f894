package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.waybill.api.RunningTransfer;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferListener.Progress;
import org.waybill.engine.TransferRequest;

class ProgressReporterTest {
    private static final TransferOrder ORDER = TransferOrder.of(
            TransferRequest.of(Location.local("/x"), new Location("waybill", null, "there.example", 7411, "/x")),
            "tcp",
            "here.example",
            "there.example",
            1,
            true);
    private final BlockingQueue<RunningTransfer> heard = new LinkedBlockingQueue<>();
    private final Steps clock = new Steps();

    @Test
    void saysHowFarAMoveIsAndThatItIsOver() throws Exception {
        try (ProgressReporter announcer = ProgressReporter.start(ORDER, heard::add, TransferListener.NONE, clock)) {
            announcer.onProgress(progress(1_000));
            clock.step();
            RunningTransfer first = next();
            assertThat(first.destinationHost()).isEqualTo("there.example");
            assertThat(first.bytesDone()).isEqualTo(1_000);
            assertThat(first.bytesTotal()).isEqualTo(100_000);
            assertThat(first.bitsPerSecond()).as("in the first two seconds").isEqualTo(4_000);
            assertThat(first.ended()).isFalse();
            announcer.onProgress(progress(26_000));
            clock.step();
            assertThat(next().bitsPerSecond())
                    .as("in the five seconds since then")
                    .isEqualTo(40_000);
        }
        assertThat(next().ended()).isTrue();
    }

    @Test
    void aMoveThatIsOverAtOnceIsNotWorthAWord() {
        try (ProgressReporter announcer = ProgressReporter.start(ORDER, heard::add, TransferListener.NONE, clock)) {
            announcer.onProgress(progress(100_000));
        }
        assertThat(heard).isEmpty();
    }

    @Test
    void aServiceThatDoesNotListenIsLeftAloneAfterThreeTries() throws Exception {
        BlockingQueue<Long> tries = new LinkedBlockingQueue<>();
        try (ProgressReporter announcer = ProgressReporter.start(
                ORDER,
                said -> {
                    tries.add(said.bytesDone());
                    throw new IllegalStateException("gone");
                },
                TransferListener.NONE,
                clock)) {
            announcer.onProgress(progress(5));
            for (int i = 0; i < 3; i++) {
                clock.step();
                assertThat(tries.poll(10, TimeUnit.SECONDS)).isEqualTo(5);
            }
            assertThat(clock.isAsked()).isFalse();
        }
        assertThat(tries).isEmpty();
    }

    private RunningTransfer next() throws InterruptedException {
        RunningTransfer said = heard.poll(10, TimeUnit.SECONDS);
        assertThat(said).isNotNull();
        return said;
    }

    private static Progress progress(long bytes) {
        return new Progress(Phase.MOVING, bytes, 100_000, 0, 1, "x");
    }

    /** A clock whose sleepers wait for the test. */
    private static final class Steps implements RetryClock {
        private final SynchronousQueue<Boolean> steps = new SynchronousQueue<>();
        private final AtomicLong nowNs = new AtomicLong();

        /** Lets one pause pass. */
        void step() throws InterruptedException {
            assertThat(steps.offer(true, 10, TimeUnit.SECONDS)).isTrue();
        }

        /** Whether a thread starts to wait within a moment. */
        boolean isAsked() throws InterruptedException {
            return steps.offer(true, 200, TimeUnit.MILLISECONDS);
        }

        @Override
        public long nanoTime() {
            return nowNs.get();
        }

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nowNs.get());
        }

        @Override
        public void sleep(Duration pause) throws InterruptedException {
            boolean _ = steps.take();
            nowNs.addAndGet(pause.toNanos());
        }
    }
}
