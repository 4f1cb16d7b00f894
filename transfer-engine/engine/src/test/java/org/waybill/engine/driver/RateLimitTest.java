package org.waybill.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RateLimitTest {
    private static final long RATE = 80_000_000;
    private static final int BLOCK = 100_000;
    private static final long BLOCK_NS = 10_000_000;
    private long nowNs = 5;

    private RateLimit limit(long bitsPerSecond) {
        return new RateLimit(bitsPerSecond, () -> nowNs);
    }

    @Test
    void noRateIsNoLimit() throws Exception {
        RateLimit none = limit(0);
        assertThat(none.isLimited()).isFalse();
        assertThat(none.takeNs(1L << 40)).isZero();
        assertThat(none.chunkBytes(1 << 20)).isEqualTo(1 << 20);
        none.acquire(1 << 30);
    }

    @Test
    void whatIsTakenTogetherKeepsTheRate() {
        RateLimit limit = limit(RATE);
        long startNs = nowNs;
        for (int i = 0; i < 101; i++) {
            nowNs += limit.takeNs(BLOCK);
        }
        assertThat((nowNs - startNs) / 1e9).isCloseTo(1, within(0.001));
    }

    @Test
    void aLateWakeUpIsMadeUpForAndAPauseIsNot() {
        RateLimit limit = limit(RATE);
        limit.takeNs(BLOCK);
        nowNs += BLOCK_NS + 15_000_000;
        assertThat(limit.takeNs(BLOCK)).as("15 ms late").isZero();
        assertThat(limit.takeNs(BLOCK)).isZero();
        assertThat(limit.takeNs(BLOCK)).isEqualTo(5_000_000);
        nowNs += 3_000_000_000L;
        assertThat(limit.takeNs(3 * BLOCK)).as("after 3 s").isZero();
        assertThat(limit.takeNs(BLOCK)).isEqualTo(BLOCK_NS);
    }

    @Test
    void piecesAreSmallEnoughForAnEvenFlow() {
        assertThat(limit(RATE).chunkBytes(1 << 20)).isEqualTo(500_000);
        assertThat(limit(8).chunkBytes(1 << 20)).isOne();
    }
}
