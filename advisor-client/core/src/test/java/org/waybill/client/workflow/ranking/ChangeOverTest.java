package org.waybill.client.workflow.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.api.ForecastBasis;
import org.waybill.client.estimate.Estimate;

class ChangeOverTest {
    private static Estimate taking(double p50, double p90) {
        return new Estimate(p50, p90, 1e6, ForecastBasis.PROBE, 4, null, "", null);
    }

    /** 100 MB are left of 200 at 8 Mbit/s: 100 s. */
    private static final ChangeOver.Running HALF_WAY = new ChangeOver.Running(200_000_000, 100_000_000, 8e6);

    @Test
    void anOptionThatIsAFifthEarlierIsTaken() {
        assertThat(ChangeOver.pays(HALF_WAY, taking(159, 159), true)).isTrue();
        assertThat(ChangeOver.pays(HALF_WAY, taking(165, 165), true)).isFalse();
        assertThat(ChangeOver.pays(HALF_WAY, taking(120, 300), true))
                .as("a doubtful one must promise more")
                .isFalse();
        assertThat(ChangeOver.pays(HALF_WAY, Estimate.UNKNOWN, true)).isFalse();
    }

    @Test
    void oneThatBeginsAgainHasAllBytesBeforeIt() {
        assertThat(ChangeOver.pays(HALF_WAY, taking(100, 100), false)).isFalse();
        assertThat(ChangeOver.pays(HALF_WAY, taking(79, 79), false)).isTrue();
    }

    @Test
    void whatStandsStillIsLeftAndWhatIsDoneIsNot() {
        assertThat(ChangeOver.pays(new ChangeOver.Running(1000, 10, 0), taking(1e5, 1e5), true))
                .isTrue();
        assertThat(ChangeOver.pays(new ChangeOver.Running(1000, 1000, 0), taking(1, 1), true))
                .isFalse();
    }
}
