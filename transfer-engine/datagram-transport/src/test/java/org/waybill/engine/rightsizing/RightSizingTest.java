package org.waybill.engine.rightsizing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RightSizingTest {
    private static final int BLOCK = 256 << 10;
    private static final long MIB = 1 << 20;

    @Test
    void multipliesRateAndDelay() {
        assertThat(RightSizing.bandwidthDelayBytes(1_000_000_000, 100_000)).isEqualTo(12_500_000);
    }

    @Test
    void leavesTheKernelAloneWhileItsBoundSuffices() {
        assertThat(RightSizing.advise(3 * MIB, 6 * MIB, MIB)).isEqualTo(new RightSizing.Advice(0, 1, 6 * MIB));
        assertThat(RightSizing.advise(3 * MIB, 0, 0).setBufferBytes()).isZero();
    }

    @Test
    void setsABufferOnlyWhereThatReachesFurther() {
        assertThat(RightSizing.advise(8 * MIB, 6 * MIB, 32 * MIB))
                .isEqualTo(new RightSizing.Advice(16 * MIB, 1, 16 * MIB));
    }

    @Test
    void addsStreamsWhereNoBufferSuffices() {
        assertThat(RightSizing.advise(50 * MIB, 6 * MIB, 4 * MIB)).isEqualTo(new RightSizing.Advice(0, 17, 100 * MIB));
    }

    @Test
    void startsWithFewStreamsForLittleAndMoreOnLongPaths() {
        assertThat(RightSizing.initialStreams(100_000, 1000, BLOCK, false)).isOne();
        assertThat(RightSizing.initialStreams(100_000, 1 << 30, BLOCK, false)).isEqualTo(4);
        assertThat(RightSizing.initialStreams(100_000, 1 << 30, BLOCK, true)).isOne();
        assertThat(RightSizing.initialStreams(100_000, 20 << 20, BLOCK, true)).isEqualTo(4);
        assertThat(RightSizing.initialStreams(100, 1 << 30, BLOCK, true)).isEqualTo(2);
    }

    @Test
    void takesBbrOnLongPathsWhereTheKernelHasIt() {
        assertThat(CongestionChoice.choose(100_000, "cubic", List.of("cubic", "bbr")))
                .contains("bbr");
        assertThat(CongestionChoice.choose(100_000, "bbr", List.of("cubic", "bbr")))
                .isEmpty();
        assertThat(CongestionChoice.choose(100_000, "cubic", List.of("cubic"))).isEmpty();
        assertThat(CongestionChoice.choose(500, "cubic", List.of("cubic", "bbr")))
                .isEmpty();
    }
}
