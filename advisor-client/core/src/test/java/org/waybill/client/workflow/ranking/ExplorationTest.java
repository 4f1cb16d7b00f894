package org.waybill.client.workflow.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.waybill.api.ForecastBasis;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.planner.forecast.Evidence;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

class ExplorationTest {
    private static final Ranking.EstimatedOption FIRST = option(Protocol.WAYBILL, 10, 12, Evidence.HISTORY);

    private static Ranking.EstimatedOption option(Protocol protocol, double p50, double p90, Evidence evidence) {
        return new Ranking.EstimatedOption(candidate(protocol, true, true), estimate(p50, p90, evidence));
    }

    private static Candidate candidate(Protocol protocol, boolean pathSure, boolean movable) {
        return new Candidate(
                Tool.WAYBILL,
                protocol,
                protocol.transports().getFirst().name(),
                Location.local("/data/x"),
                new Location(protocol.scheme(), null, "b.example", 0, "/data/x"),
                List.of(),
                1,
                false,
                pathSure,
                movable);
    }

    private static Estimate estimate(double p50, double p90, Evidence evidence) {
        ForecastBasis basis = evidence == Evidence.HISTORY ? ForecastBasis.HISTORY : ForecastBasis.PROBE;
        return new Estimate(p50, p90, 1e6, basis, 3, null, "", null, evidence);
    }

    private static boolean isTried(Candidate other) {
        return Exploration.isWorth(new Ranking.EstimatedOption(other, estimate(11, 20, Evidence.UNSTEADY)), FIRST);
    }

    @Test
    void whatMayBeAFifthFasterAndHasNoHistoryIsWorthATrial() {
        assertThat(Exploration.isWorth(option(Protocol.SFTP, 11, 20, Evidence.UNSTEADY), FIRST))
                .as("perhaps 6 s")
                .isTrue();
        assertThat(Exploration.isWorth(option(Protocol.SFTP, 11, 13, Evidence.TEST), FIRST))
                .as("9.3 s at best")
                .isFalse();
        assertThat(Exploration.isWorth(option(Protocol.SFTP, 11, 20, Evidence.HISTORY), FIRST))
                .as("known")
                .isFalse();
        Ranking.EstimatedOption unknown =
                new Ranking.EstimatedOption(candidate(Protocol.SFTP, true, true), Estimate.UNKNOWN);
        assertThat(Exploration.isWorth(unknown, FIRST)).isFalse();
    }

    @Test
    void onlyWhereTheFirstIsKnownAndBothAreShort() {
        Ranking.EstimatedOption other = option(Protocol.SFTP, 11, 20, Evidence.UNSTEADY);
        assertThat(Exploration.isWorth(other, option(Protocol.WAYBILL, 10, 12, Evidence.TEST)))
                .as("nothing is known of any")
                .isFalse();
        assertThat(Exploration.isWorth(other, option(Protocol.WAYBILL, 55, 61, Evidence.HISTORY)))
                .as("long")
                .isFalse();
        assertThat(Exploration.isWorth(
                        option(Protocol.SFTP, 30, 61, Evidence.UNSTEADY),
                        option(Protocol.WAYBILL, 50, 55, Evidence.HISTORY)))
                .as("perhaps long")
                .isFalse();
    }

    @Test
    void neverWhatIsLessSecureOnlyAScriptsPerhapsElsewhereOrByAnotherPath() {
        Candidate usual = candidate(Protocol.SFTP, true, true);
        assertThat(isTried(usual)).isTrue();
        assertThat(isTried(candidate(Protocol.FTP, true, true))).as("in clear").isFalse();
        assertThat(isTried(candidate(Protocol.SFTP, true, false)))
                .as("by script")
                .isFalse();
        assertThat(isTried(candidate(Protocol.SFTP, false, true)))
                .as("another path")
                .isFalse();
        assertThat(isTried(usual.through(List.of("r.example:7411"))))
                .as("over relays")
                .isFalse();
        assertThat(isTried(usual.of(List.of(usual, usual)))).as("staged").isFalse();
    }

    /** Copies of random sizes by twenty seeds, of which all that may be tried are, and half of the trials fail. */
    @Test
    void noMoreThanTwoPercentOfTheBytesAreEverTriedAndSomeAre() {
        for (int seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            Exploration.Past past = Exploration.Past.NOTHING;
            long wasted = 0;
            for (int i = 0; i < 2_000; i++) {
                long job = 1 + (long) Math.exp(random.nextGaussian(15, 2));
                boolean tried = past.allows(job);
                wasted += tried && random.nextBoolean() ? job : 0;
                past = new Exploration.Past(past.bytes(), past.exploredBytes() + (tried ? job : 0));
                assertThat((double) past.exploredBytes())
                        .as("while it runs, seed " + seed)
                        .isLessThanOrEqualTo(.02 * past.bytes());
                past = new Exploration.Past(past.bytes() + job, past.exploredBytes());
            }
            assertThat((double) past.exploredBytes()).isGreaterThan(.01 * past.bytes());
            assertThat((double) wasted).as("copied twice").isLessThanOrEqualTo(.02 * past.bytes());
        }
    }
}
