package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PacerTest {
    private static final int DATAGRAM = 1_500;

    /** Sends whenever it may, waking late by up to {@code lateNs}; returns the bytes of a second. */
    private static long secondAt(long bitsPerSecond, double burst, long lateNs) {
        Pacer pacer = new Pacer();
        pacer.pace(bitsPerSecond, burst);
        Random random = new Random(1);
        long sent = 0;
        for (long now = 0; now < 1_000_000_000; ) {
            while (pacer.isOpen(now)) {
                pacer.onSent(DATAGRAM);
                sent += DATAGRAM;
            }
            now = pacer.opensNs(now) + (lateNs > 0 ? random.nextLong(lateNs) : 0);
        }
        return sent;
    }

    @Test
    void keepsItsRateToOnePerCent() {
        for (long rate : new long[] {1_000_000, 100_000_000, 1_000_000_000, 10_000_000_000L}) {
            double burst = Math.max(2 * DATAGRAM, rate / 8_000.0);
            assertThat(secondAt(rate, burst, 0) * 8.0 / rate)
                    .as("%d bit/s", rate)
                    .isBetween(0.97, 1.03);
        }
    }

    @Test
    void makesUpForWakingLate() {
        assertThat(secondAt(1_000_000_000, 125_000, 2_000_000) * 8e-9).isBetween(0.98, 1.02);
    }

    @Test
    void doesNotMakeUpForALongStall() {
        Pacer pacer = new Pacer();
        pacer.pace(1_000_000_000, 125_000);
        assertThat(pacer.isOpen(0)).isTrue();
        long sent = 0;
        while (pacer.isOpen(5_000_000_000L)) {
            pacer.onSent(DATAGRAM);
            sent += DATAGRAM;
        }
        assertThat(sent).isLessThan(125_000 + 1_250_000 + 2 * DATAGRAM);
    }

    @Test
    void sleepsBetweenBurstsNotBetweenDatagrams() {
        Pacer pacer = new Pacer();
        pacer.pace(1_000_000_000, 125_000);
        int wakeUps = 0;
        for (long now = 0; now < 1_000_000_000; now = pacer.opensNs(now)) {
            wakeUps++;
            while (pacer.isOpen(now)) {
                pacer.onSent(DATAGRAM);
            }
        }
        assertThat(wakeUps).isLessThan(1_100);
    }
}
