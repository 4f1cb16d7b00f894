package org.waybill.planner.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class TcpRateTest {
    private static final double C = .4;
    private static final double BETA = .7;

    /** Segments that CUBIC sends in {@code seconds} from a loss at the window {@code most} on, at an RTT of 1 s. */
    private static double sent(double most, double seconds) {
        double k = Math.cbrt((1 - BETA) * most / C);
        return C / 4 * (Math.pow(seconds - k, 4) - Math.pow(k, 4)) + most * seconds;
    }

    /** The window law of RFC 9438 section 4.2 between losses after exponentially many segments, one on average. */
    @Test
    void cubicsMeanWindowUnderRandomLossesIsThatOfItsOwnLaw() {
        Random random = new Random(1);
        double most = 1;
        double seconds = 0;
        int losses = 40_000;
        for (int loss = 0; loss < losses; loss++) {
            double segments = -Math.log(1 - random.nextDouble());
            double low = 0;
            double high = 16;
            for (int step = 0; step < 40; step++) {
                double middle = (low + high) / 2;
                if (sent(most, middle) < segments) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            most += C * Math.pow(low - Math.cbrt((1 - BETA) * most / C), 3);
            seconds += low;
        }
        double lossRatio = 1e-6;
        double windowSegments = TcpRate.cubic(1, lossRatio) / 8 / TcpRate.SEGMENT_BYTES;
        assertThat(windowSegments)
                .isCloseTo(losses / seconds * Math.pow(1 / lossRatio, .75), Percentage.withPercentage(2));
    }

    @Test
    void cubicIsNeverSlowerThanReno() {
        assertThat(TcpRate.cubic(.001, 1e-3)).isEqualTo(TcpRate.reno(.001, 1e-3));
        assertThat(TcpRate.cubic(.1, 1e-5)).isGreaterThan(TcpRate.reno(.1, 1e-5));
        assertThat(TcpRate.cubic(.1, 0)).isInfinite();
    }

    @Test
    void theFirstLossComesAfterAsManySegmentsAsChanceHasIt() {
        double lossRatio = .01;
        for (int segments : new int[] {1, 10, 100, 1000}) {
            double expected = 0;
            double survived = 1;
            for (int sent = 1; sent <= segments; sent++) {
                expected += survived; // the sent-th segment goes out if none before it was lost
                survived *= 1 - lossRatio;
            }
            assertThat(TcpRate.bytesBeforeLoss(lossRatio, segments * (double) TcpRate.SEGMENT_BYTES)
                            / TcpRate.SEGMENT_BYTES)
                    .isCloseTo(expected, within(1.0));
        }
        assertThat(TcpRate.bytesBeforeLoss(0, 1e9)).isEqualTo(1e9);
        assertThat(TcpRate.bytesBeforeLoss(1e-12, 1e6)).isEqualTo(1e6);
        assertThat(TcpRate.bytesBeforeLoss(1, 1e6)).isEqualTo(TcpRate.SEGMENT_BYTES);
    }
}
