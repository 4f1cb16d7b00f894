package org.waybill.client.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.api.ForecastBasis;

class ServerCopyTimeTest {
    private static final long GIB = 1L << 30;

    private static double seconds(long bytes, long files, double requestMillis) {
        Double p50 = ServerCopyTime.of(new Dataset(bytes, files), requestMillis, null)
                .secondsP50();
        return p50 == null ? Double.NaN : p50;
    }

    @Test
    void nothingIsSaidWithoutTheTimeOfARequest() {
        assertThat(ServerCopyTime.of(new Dataset(GIB, 1), null, null)).isEqualTo(Estimate.UNKNOWN);
    }

    @Test
    void manyFilesTakeTheTimeOfTheirRequestsAndLargeOnesThatOfTheirParts() {
        assertThat(seconds(1000, 1000, 50)).isBetween(1000 * 5 * .05 / 8, 1000 * 5 * .05 / 8 + 2);
        assertThat(seconds(100 * GIB, 1, 10)).isGreaterThan(10 * seconds(8 * GIB, 1, 10) * .9);
        assertThat(seconds(GIB, 1, 100)).isGreaterThan(seconds(GIB, 1, 10));
    }

    @Test
    void itIsAModelThatSaysWhatItCountsAndIsNotSure() {
        Estimate one = ServerCopyTime.of(new Dataset(20 << 20, 1), 30.0, null);
        assertThat(one.basis()).isEqualTo(ForecastBasis.MODEL);
        assertThat(one.method()).isEqualTo("11 requests of 30 ms, which copy within the server");
        assertThat(one.p90Factor()).isGreaterThan(2);
    }
}
