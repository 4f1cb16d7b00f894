package org.waybill.client.workflow.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.waybill.api.ForecastBasis;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.planner.forecast.Evidence;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

class ExplorationTest {
    private static final Exploration.Past PLENTY = new Exploration.Past(1_000_000, 0);
    /** Always tries, and takes the first that is worth it. */
    private static final RandomGenerator EAGER = () -> 0;

    private static Ranking.EstimatedOption option(
            Protocol protocol, boolean pathSure, boolean movable, double p50, double p90, Evidence evidence) {
        Candidate candidate = new Candidate(
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
        ForecastBasis basis = evidence == Evidence.HISTORY ? ForecastBasis.HISTORY : ForecastBasis.PROBE;
        return new Ranking.EstimatedOption(candidate, new Estimate(p50, p90, 1e6, basis, 3, null, "", null, evidence));
    }

    private static final Ranking.EstimatedOption FIRST =
            option(Protocol.WAYBILL, true, true, 100, 120, Evidence.HISTORY);

    private static boolean tried(Ranking.EstimatedOption other) {
        return Exploration.choose(List.of(FIRST, other), PLENTY, 1_000, EAGER).isPresent();
    }

    @Test
    void triesWhatMayBeAFifthFasterAndHasNoHistory() {
        assertThat(tried(option(Protocol.SFTP, true, true, 110, 200, Evidence.UNSTEADY)))
                .as("perhaps 60 s")
                .isTrue();
        assertThat(tried(option(Protocol.SFTP, true, true, 110, 130, Evidence.TEST)))
                .as("93 s at best")
                .isFalse();
        assertThat(tried(option(Protocol.SFTP, true, true, 110, 200, Evidence.HISTORY)))
                .as("known")
                .isFalse();
    }

    @Test
    void neverTriesWhatIsLessSecureOnlyAScriptsOrPerhapsElsewhere() {
        assertThat(tried(option(Protocol.FTP, true, true, 110, 200, Evidence.UNSTEADY)))
                .as("in clear")
                .isFalse();
        assertThat(tried(option(Protocol.SFTP, true, false, 110, 200, Evidence.UNSTEADY)))
                .as("by script")
                .isFalse();
        assertThat(tried(option(Protocol.SFTP, false, true, 110, 200, Evidence.UNSTEADY)))
                .as("another path")
                .isFalse();
    }

    @Test
    void withoutHistoryOfTheFirstNothingIsTried() {
        Ranking.EstimatedOption cold = option(Protocol.WAYBILL, true, true, 100, 120, Evidence.TEST);
        Ranking.EstimatedOption other = option(Protocol.SFTP, true, true, 110, 200, Evidence.UNSTEADY);
        assertThat(Exploration.choose(List.of(cold, other), PLENTY, 1_000, EAGER))
                .isEmpty();
    }

    /** A thousand copies of random sizes, all of which a try would be worth. */
    @Test
    void noMoreThanTwoPercentOfTheBytesAreEverTriedAndSomeAre() {
        Ranking.EstimatedOption other = option(Protocol.SFTP, true, true, 110, 200, Evidence.UNSTEADY);
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            long all = 0;
            long explored = 0;
            for (int i = 0; i < 1_000; i++) {
                long job = 1 + (long) Math.exp(random.nextGaussian(15, 2));
                Exploration.Past past = new Exploration.Past(all, explored);
                boolean tried = Exploration.choose(List.of(FIRST, other), past, job, random)
                        .isPresent();
                all += job;
                explored += tried ? job : 0;
                assertThat((double) explored).isLessThanOrEqualTo(.02 * all);
            }
            assertThat(explored).as("seed " + seed).isPositive();
        }
    }

    @Test
    void theSameSeedGivesTheSameChoice() {
        Ranking.EstimatedOption other = option(Protocol.SFTP, true, true, 110, 200, Evidence.UNSTEADY);
        for (int seed = 0; seed < 50; seed++) {
            assertThat(Exploration.choose(List.of(FIRST, other), PLENTY, 1_000, new Random(seed)))
                    .isEqualTo(Exploration.choose(List.of(FIRST, other), PLENTY, 1_000, new Random(seed)));
        }
    }
}
