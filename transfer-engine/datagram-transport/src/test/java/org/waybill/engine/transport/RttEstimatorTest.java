package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of RFC 6298, section 2, and RFC 9002, section 5, one by one. */
class RttEstimatorTest {
    private static final long MS = 1_000_000;
    private static final long INITIAL_NS = 100 * MS;

    private final RttEstimator rtt = new RttEstimator(INITIAL_NS);

    @Test
    void theInitialValueIsBelievedUntilTheFirstSample() {
        assertThat(rtt.smoothedNs()).isEqualTo(INITIAL_NS);
        assertThat(rtt.latestNs()).isEqualTo(INITIAL_NS);
        assertThat(rtt.minimumNs()).isEqualTo(INITIAL_NS);
    }

    /** RFC 9002, section 6.2.2: the variation is half the initial value. */
    @Test
    void theFirstProbeTimeoutIsThreeTimesTheInitialValue() {
        assertThat(rtt.probeTimeoutNs(0)).isEqualTo(3 * INITIAL_NS);
    }

    /** RFC 9002, section 5.3. */
    @Test
    void theFirstSampleReplacesWhatWasBelievedWhetherItIsSmallerOrLarger() {
        rtt.onSample(40 * MS, 0);
        assertThat(rtt.smoothedNs()).isEqualTo(40 * MS);
        assertThat(rtt.probeTimeoutNs(0)).as("the variation is half the sample").isEqualTo(3 * 40 * MS);
        RttEstimator slow = new RttEstimator(INITIAL_NS);
        slow.onSample(900 * MS, 0);
        assertThat(slow.smoothedNs()).isEqualTo(900 * MS);
        assertThat(slow.minimumNs()).as("the initial value is no sample").isEqualTo(900 * MS);
    }

    /** RFC 9002, section 5.3; the variation is taken from the smoothed value before it moves (RFC 6298, 2.3). */
    @Test
    void aLaterSampleCountsAnEighthForTheAverageAndAQuarterForTheVariation() {
        rtt.onSample(80 * MS, 0);
        rtt.onSample(160 * MS, 0);
        assertThat(rtt.smoothedNs()).isEqualTo(90 * MS);
        assertThat(rtt.latestNs()).isEqualTo(160 * MS);
        long variationNs = 40 * MS + (80 * MS - 40 * MS) / 4;
        assertThat(rtt.probeTimeoutNs(0)).isEqualTo(90 * MS + 4 * variationNs);
    }

    @Test
    void aShorterSamplePullsTheAverageDownAndStillAddsToTheVariation() {
        rtt.onSample(80 * MS, 0);
        rtt.onSample(16 * MS, 0);
        assertThat(rtt.smoothedNs()).isEqualTo(72 * MS);
        long variationNs = 40 * MS + (64 * MS - 40 * MS) / 4;
        assertThat(rtt.probeTimeoutNs(0)).isEqualTo(72 * MS + 4 * variationNs);
    }

    @Test
    void theReceiversDelayIsTakenOffDownToTheMinimumExactly() {
        rtt.onSample(80 * MS, 0);
        rtt.onSample(100 * MS, 20 * MS);
        assertThat(rtt.latestNs()).isEqualTo(80 * MS);
    }

    /** RFC 9002, section 5.3: a delay that would lead below the minimum is not believed, not even in part. */
    @Test
    void aDelayThatWouldPassTheMinimumIsNotTakenOffAtAll() {
        rtt.onSample(80 * MS, 0);
        rtt.onSample(100 * MS, 20 * MS + 1);
        assertThat(rtt.latestNs()).isEqualTo(100 * MS);
    }

    @Test
    void noDelayIsTakenOffTheFirstSample() {
        rtt.onSample(80 * MS, MS);
        assertThat(rtt.smoothedNs()).isEqualTo(80 * MS);
    }

    /** RFC 9002, section 5.2. */
    @Test
    void theMinimumIsThatOfTheSamplesWithoutRegardToTheDelay() {
        rtt.onSample(80 * MS, 0);
        rtt.onSample(70 * MS, 60 * MS);
        rtt.onSample(90 * MS, 0);
        assertThat(rtt.minimumNs()).isEqualTo(70 * MS);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void aSampleThatIsNotPositiveChangesNothing(long sampleNs) {
        rtt.onSample(80 * MS, 0);
        rtt.onSample(sampleNs, 0);
        assertThat(rtt.smoothedNs()).isEqualTo(80 * MS);
        assertThat(rtt.latestNs()).isEqualTo(80 * MS);
        assertThat(rtt.minimumNs()).isEqualTo(80 * MS);
    }

    /** RFC 9002, section 6.1.2: kGranularity. */
    @Test
    void theProbeTimeoutLeavesAtLeastAMillisecondForVariation() {
        for (int i = 0; i < 200; i++) {
            rtt.onSample(10 * MS, 0);
        }
        assertThat(rtt.probeTimeoutNs(0)).isEqualTo(rtt.smoothedNs() + MS);
    }

    @Test
    void theProbeTimeoutWaitsForTheReceiversLongestDelayToo() {
        assertThat(rtt.probeTimeoutNs(25 * MS) - rtt.probeTimeoutNs(0)).isEqualTo(25 * MS);
    }
}
