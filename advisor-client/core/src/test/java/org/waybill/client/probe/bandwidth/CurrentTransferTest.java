package org.waybill.client.probe.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CurrentTransferTest {
    /** Only its clock is needed. */
    private static final class Clock extends SimulatedPath {
        @Override
        public double seconds(long bytes, Progress progress) {
            throw new UnsupportedOperationException();
        }
    }

    private final Clock clock = new Clock();
    private final CurrentTransfer current = new CurrentTransfer(clock);
    private long moved;

    /** A number of steps of equal bytes, each after a number of seconds. */
    private void steps(int count, long bytes, double seconds) {
        for (int i = 0; i < count; i++) {
            clock.pass(seconds);
            moved += bytes;
            current.moved(moved);
        }
    }

    private @Nullable Double tail() {
        return current.whole(moved, current.secondsSoFar()).tailBitsPerSecond();
    }

    @Test
    void theTailOfASteadyTransferGoesAtItsRate() {
        steps(300, 10_000, 0.01);
        assertThat(tail()).isCloseTo(8e6, within(1.0));
    }

    @Test
    void lossTowardsTheEndShowsInTheTail() {
        steps(100, 100_000, 0.02);
        steps(100, 10_000, 0.02);
        assertThat(tail()).isCloseTo(4e6, within(1.0));
        TransferPoint cut = current.cut(4);
        assertThat(cut.middleBitsPerSecond()).as("half of it before").isBetween(2e7, 2.5e7);
        assertThat(cut.lossy()).isFalse();
        assertThat(cut.tailBitsPerSecond()).isCloseTo(4e6, within(1.0));
        assertThat(cut.bytes()).isEqualTo(11_000_000);
        assertThat(cut.whole()).isFalse();
    }

    @Test
    void aSingleStallDoesNotCount() {
        steps(290, 10_000, 0.01);
        steps(1, 10_000, 0.3);
        steps(9, 10_000, 0.01);
        assertThat(tail()).isCloseTo(8e6, within(2e5));
    }

    /** On a busy machine the kernel is asked late now and then, and reports all that came meanwhile. */
    @Test
    void whatALateLookSeesAtOnceCameMeanwhile() {
        steps(290, 10_000, 0.01);
        steps(1, 300_000, 0.3);
        steps(9, 10_000, 0.01);
        assertThat(tail()).isCloseTo(8e6, within(1.0));
    }

    /** As a sender sees it whose buffer takes a third of its size at once. */
    @Test
    void coarseStepsNeverMakeItLookSlower() {
        for (int steps = 15; steps < 60; steps++) {
            current.begin();
            moved = 0;
            steps(steps, 500_000, 0.5);
            assertThat(tail()).as("%d steps", steps).isGreaterThan(8e6 - 1);
        }
    }

    /** The bytes of one call of a library that come in pieces, as fast as memory. */
    @Test
    void whatComesAtOnceIsOneStep() {
        for (int i = 0; i < 100; i++) {
            steps(1, 10_000, 0.05);
            steps(10, 10_000, 1e-5);
        }
        assertThat(tail()).isCloseTo(1.1e5 * 8 / 0.05, within(1e6));
    }

    @Test
    void nothingIsSaidOfWhatWasNotSeen() {
        clock.pass(10);
        assertThat(tail()).as("no progress told").isNull();
        steps(2, 1_000_000, 5);
        assertThat(tail()).as("one step in the last third").isNull();
        current.begin();
        moved = 0;
        steps(100, 10_000, 0.001);
        assertThat(tail()).as("a tenth of a second").isNull();
    }
}
