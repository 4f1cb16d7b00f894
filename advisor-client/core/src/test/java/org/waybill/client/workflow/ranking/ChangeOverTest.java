package org.waybill.client.workflow.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.waybill.api.ForecastBasis;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.ranking.ChangeOver.Running;
import org.waybill.planner.forecast.Evidence;

class ChangeOverTest {
    /** 100 MB are left of 200 at 8 Mbit/s: 100 s. */
    private static final Running HALF_WAY = new Running(200_000_000, 100_000_000, 10_000_000, 10);

    private static Estimate taking(double p50, double p90) {
        return new Estimate(p50, p90, 1e6, ForecastBasis.HISTORY, 4, null, "", null, Evidence.HISTORY);
    }

    @Test
    void anOptionThatIsAFifthEarlierPays() {
        assertThat(ChangeOver.pays(HALF_WAY, taking(159, 159), true)).isTrue();
        assertThat(ChangeOver.pays(HALF_WAY, taking(161, 161), true)).isFalse();
        assertThat(ChangeOver.pays(HALF_WAY, taking(120, 300), true))
                .as("a doubtful one must promise more")
                .isFalse();
        assertThat(ChangeOver.pays(HALF_WAY, Estimate.UNKNOWN, true)).isFalse();
    }

    @Test
    void anOptionThatSendsAllAgainMustBeAFifthEarlierWithThat() {
        assertThat(ChangeOver.pays(HALF_WAY, taking(79, 79), false)).isTrue();
        assertThat(ChangeOver.pays(HALF_WAY, taking(81, 81), false)).isFalse();
        assertThat(ChangeOver.pays(HALF_WAY, taking(81, 81), true)).isTrue();
    }

    @Test
    void whatStandsStillIsLeftAndWhatIsDoneIsNot() {
        assertThat(ChangeOver.pays(new Running(1000, 10, 0, 10), taking(1e9, 1e9), true))
                .isTrue();
        assertThat(ChangeOver.pays(new Running(1000, 1000, 0, 10), taking(1, 1), true))
                .isFalse();
        assertThat(ChangeOver.isWorthAdvice(new Running(1000, 10, 0, 10))).isTrue();
        assertThat(ChangeOver.isWorthAdvice(new Running(1000, 1000, 0, 10))).isFalse();
    }

    @Test
    void adviceIsWorthItsTimeAfterSomeSecondsIfMuchIsLeft() {
        assertThat(ChangeOver.isWorthAdvice(HALF_WAY)).isTrue();
        assertThat(ChangeOver.isWorthAdvice(new Running(200_000_000, 100_000_000, 4_900_000, 4.9)))
                .as("too early")
                .isFalse();
        assertThat(ChangeOver.isWorthAdvice(new Running(200_000_000, 171_000_000, 10_000_000, 10)))
                .as("29 s are left")
                .isFalse();
        assertThat(ChangeOver.isWorthAdvice(new Running(-1, 100_000_000, 10_000_000, 10)))
                .as("nobody knows how much there is")
                .isFalse();
    }

    @Test
    void theRulesHoldWhateverTheNumbers() {
        SplittableRandom random = new SplittableRandom(1);
        int paying = 0;
        for (int i = 0; i < 10_000; i++) {
            long all = random.nextLong(1, 1L << 50);
            long done = random.nextLong(all + 1);
            Running now = new Running(all, done, random.nextLong(done + 1), random.nextDouble(0, 1e5));
            double p50 = Math.exp(random.nextDouble(-5, 20));
            Estimate other = taking(p50, p50 * random.nextDouble(1, 10));
            Running faster = new Running(all, done, 2 * now.movedBytes(), now.seconds());
            if (ChangeOver.pays(now, other, true)) {
                paying++;
                assertThat(now.isMeasured()).as("%s", now).isTrue();
                assertThat(p50 * (all - done) / all)
                        .as("at least a fifth earlier: %s", now)
                        .isLessThanOrEqualTo(.8 * now.secondsLeft() * (1 + 1e-9));
                assertThat(ChangeOver.pays(now, taking(p50 / 2, p50 / 2), true))
                        .as("a quicker one pays too: %s", now)
                        .isTrue();
            } else {
                assertThat(ChangeOver.pays(faster, other, true))
                        .as("the faster it runs, the less another one pays: %s", now)
                        .isFalse();
            }
            assertThat(ChangeOver.isWorthAdvice(faster) && !ChangeOver.isWorthAdvice(now))
                    .as("likewise advice: %s", now)
                    .isFalse();
        }
        assertThat(paying).as("of 10,000").isBetween(1_000, 9_000);
    }

    /** A tenth was copied by this transfer, a half was there before. */
    @Test
    void noTransferChangesOverToOneThatIsAsFast() {
        for (double seconds = 5; seconds < 1e6; seconds *= 1.7) {
            Running now = new Running(1_000_000_000, 600_000_000, 100_000_000, seconds);
            Estimate same = taking(10 * seconds, 10 * seconds);
            assertThat(ChangeOver.pays(now, same, true)).isFalse();
            assertThat(ChangeOver.pays(now, taking(7.9 * seconds, 7.9 * seconds), true))
                    .isTrue();
        }
    }
}
