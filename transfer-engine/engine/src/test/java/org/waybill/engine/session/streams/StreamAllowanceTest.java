package org.waybill.engine.session.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.BlockPool;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.wire.Message.Span;

class StreamAllowanceTest {
    private static final int BLOCK_BYTES = PartialFile.BLOCK_BYTES;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    /** A path of some rate and delay that takes in all it is given: what its buffers hold, and what comes out of it. */
    private static final class Path {
        private final StreamAllowance allowance = new StreamAllowance(0);
        private final ArrayDeque<long[]> onTheWay = new ArrayDeque<>();
        private final long delayNanos;
        private long nowNanos;
        private long freeAtNanos;
        private long delivered;
        private long mostHeld;

        Path(long delayMillis) {
            delayNanos = delayMillis * MILLI;
        }

        private long held() {
            return (long) onTheWay.size() * BLOCK_BYTES;
        }

        /** Gives it all that it may have, for so long; says at which rate it delivered, bytes a second. */
        double run(double bytesPerSecond, long seconds) {
            mostHeld = 0;
            long before = delivered;
            for (long end = nowNanos + seconds * SECOND; nowNanos < end; nowNanos += MILLI) {
                while (!onTheWay.isEmpty() && onTheWay.peek()[1] <= nowNanos) {
                    delivered += BLOCK_BYTES;
                    long[] block = onTheWay.remove();
                    allowance.acknowledged(block[0], delivered - block[2], nowNanos);
                }
                while (held() == 0 || held() + BLOCK_BYTES <= allowance.bytes()) {
                    freeAtNanos = Math.max(freeAtNanos, nowNanos) + (long) (BLOCK_BYTES / bytesPerSecond * SECOND);
                    onTheWay.add(new long[] {nowNanos, freeAtNanos + delayNanos, delivered});
                }
                mostHeld = Math.max(mostHeld, held());
            }
            return (delivered - before) / (double) seconds;
        }
    }

    @Test
    void keepsThePathBusyAndItsBuffersNearlyEmpty() {
        for (double bytesPerSecond : new double[] {0.1e6, 0.7e6, 11e6, 120e6}) {
            for (long delayMillis : new long[] {5, 100, 400}) {
                Path path = new Path(delayMillis);
                path.run(bytesPerSecond, 10);
                assertThat(path.run(bytesPerSecond, 30))
                        .as("%s B/s, %d ms", bytesPerSecond, delayMillis)
                        .isCloseTo(bytesPerSecond, withinPercentage(5));
                double pipe = bytesPerSecond * (delayMillis / 1e3 + 0.25);
                assertThat((double) path.mostHeld).isLessThan(2.3 * pipe + 3 * StreamAllowance.LEAST_BYTES);
            }
        }
    }

    @Test
    void aPathThatBecameSlowIsGivenLittleSoonAndAFastOneMuch() {
        Path path = new Path(100);
        path.run(50e6, 20);
        path.run(1e6, 60);
        assertThat(path.allowance.bytes()).isLessThan(3 << 20);
        path.run(50e6, 3);
        assertThat(path.run(50e6, 10)).isCloseTo(50e6, withinPercentage(5));
    }

    @Test
    void aStreamOverRelaysThatHasEnoughLeavesTheNextBlockToOthers() throws Exception {
        long[] nowNanos = {0};
        BlockSendQueue queue = new BlockSendQueue(() -> nowNanos[0]);
        BlockPool pool = new BlockPool(16);
        queue.open(48 << 20);
        queue.overRelays(1);
        for (long number = 0; number < 10; number++) {
            Block block = pool.take().reset(number);
            block.addSegment(0, BLOCK_BYTES * number, BLOCK_BYTES);
            queue.add(block);
        }
        for (int i = 0; i < 4; i++) {
            queue.take(1);
        }
        Thread waiting = Thread.startVirtualThread(() -> {
            try {
                assertThat(queue.take(1)).isNotNull();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(waiting.join(Duration.ofMillis(200))).as("a fifth block").isFalse();
        assertThat(queue.take(2)).extracting(Block::number).isEqualTo(4L);
        nowNanos[0] = 50 * MILLI;
        queue.acknowledge(List.of(new Span(0, 0)));
        assertThat(waiting.join(Duration.ofSeconds(10))).isTrue();
        assertThat(queue.unacknowledgedBytes(1)).isEqualTo(4L * BLOCK_BYTES);
    }
}
