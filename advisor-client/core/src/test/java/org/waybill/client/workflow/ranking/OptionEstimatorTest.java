package org.waybill.client.workflow.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastQuery;
import org.waybill.api.overlay.PathForecast;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.estimate.PathState;
import org.waybill.client.estimate.PathStates;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.Trend;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.FakeService;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.client.workflow.survey.AdviceTimeBudget;
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.engine.Location;
import org.waybill.planner.forecast.Evidence;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

class OptionEstimatorTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-24T12:00:00Z"));
    private static final Dataset DATA = new Dataset(40_000_000, 1);
    private static final PathState PATH = PathStates.of(20.0, 20e6, 0.0, null, 6L << 20, "cubic", false, null, null);
    private static final RateFit TEN = new RateFit(10e6, 3e6, 12e6, 0.1, Trend.UNSTEADY, List.of());

    private static Candidate upload(Protocol protocol) {
        Location from = Location.local("/data/x");
        Location to = new Location(protocol.scheme(), null, "b.example", 0, "/data/x");
        return new Candidate(
                Tool.WAYBILL,
                protocol,
                protocol.transports().getFirst().name(),
                from,
                to,
                List.of(),
                1,
                false,
                true,
                true);
    }

    private static List<Estimate> estimates(
            PathState path, Dataset data, @Nullable RateFit line, List<Protocol> protocols) throws Exception {
        TransferTimer timer = (candidate, _) ->
                candidate.protocol() == Protocol.WAYBILL ? Optional.ofNullable(line) : Optional.empty();
        return estimator(path, timer)
                .facts(protocols.stream().map(OptionEstimatorTest::upload).toList(), data)
                .judge()
                .stream()
                .map(Ranking.EstimatedOption::estimate)
                .toList();
    }

    private static OptionEstimator estimator(PathState path, TransferTimer timer) throws Exception {
        return estimator(
                new AdvisorConnection(null, Duration.ofSeconds(1), AdviceTimeBudget.since(CLOCK.instant(), CLOCK)),
                path,
                timer);
    }

    private static OptionEstimator estimator(AdvisorConnection desk, PathState path, TransferTimer timer)
            throws Exception {
        ProbeBudget budget = new ProbeBudget(Duration.ofSeconds(6), CLOCK);
        return new OptionEstimator(desk, new OptionEstimator.Probing(timer, budget, 0), survey(), path, 1);
    }

    private static Survey survey() throws Exception {
        return new Survey(
                new ProtocolUsability.Ends(
                        EndpointParser.parse("/data/x"), null, EndpointParser.parse("b.example:/data/x"), null),
                new Survey.End(HostFacts.unknown("a.example", List.of()), Optional.empty(), true, List.of()),
                new Survey.End(facts(4L << 30), Optional.empty(), false, List.of()),
                Optional.empty(),
                List.of());
    }

    private static HostFacts facts(long freeMemoryBytes) {
        return new HostFacts(
                "b.example",
                List.of(),
                null,
                8L << 30,
                freeMemoryBytes,
                null,
                null,
                HostFacts.SSH,
                0.0,
                8,
                null,
                0,
                0,
                null,
                null,
                null,
                null);
    }

    @Test
    void noToolIsSurerThanTheOptionThatAPathWasSeenToBeUnsteadyBy() throws Exception {
        List<Estimate> all = estimates(PATH, DATA, TEN, List.of(Protocol.WAYBILL, Protocol.SFTP, Protocol.FTP));
        assertThat(all).allMatch(one -> one.evidence() == Evidence.UNSTEADY);
        double tool = all.getLast().p90Factor();
        assertThat(tool).isGreaterThan(2);
        assertThat(all.get(1).p90Factor()).isCloseTo(tool, within(.01));
        // but the engine, which adapts to what it finds
        assertThat(all.getFirst().p90Factor()).isCloseTo(Math.sqrt(tool), within(.01));
    }

    /** 64 Mbit/s in the past, a path of 20 now: advice said 5 s of what took 35, and made no test transfer. */
    @Test
    void aTestTransferIsMadeWhereThePathContradictsTheHistoryAndDecides() throws Exception {
        FakeService service = new FakeService();
        service.history = Map.of("sftp", 5.0);
        RateFit narrower = new RateFit(9.2e6, 9e6, 9.4e6, .3, Trend.STEADY, List.of());
        assertThat(bySftp(service, PATH, narrower)).satisfies(changed -> {
            assertThat(changed.secondsP50()).isBetween(34.0, 37.0);
            assertThat(changed.evidence()).isEqualTo(Evidence.TEST);
            assertThat(changed.method()).contains("less now than in past transfers");
        });
        RateFit wider = new RateFit(64e6, 60e6, 70e6, .3, Trend.STEADY, List.of());
        assertThat(bySftp(service, PATH, wider).basis())
                .as("the way back is the narrow one")
                .isEqualTo(ForecastBasis.HISTORY);
        PathState wide = PathStates.of(20.0, 60e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        assertThat(bySftp(service, wide, null).basis()).isEqualTo(ForecastBasis.HISTORY);
    }

    /** Tools that no test transfer can be made with had kept their history, and stood first. */
    @Test
    void whatOneTestTransferFoundNarrowerIsSoForTheOtherOptionsOverThePath() throws Exception {
        FakeService service = new FakeService();
        service.history = Map.of("tcp", 5.0, "sftp", 6.0);
        RateFit narrower = new RateFit(9.2e6, 9e6, 9.4e6, .3, Trend.STEADY, List.of());
        TransferTimer timer =
                (candidate, _) -> candidate.protocol() == Protocol.WAYBILL ? Optional.of(narrower) : Optional.empty();
        List<Estimate> both = estimator(desk(service), PATH, timer)
                .facts(List.of(upload(Protocol.WAYBILL), upload(Protocol.SFTP)), DATA)
                .estimates();
        assertThat(both).allSatisfy(one -> {
            assertThat(one.secondsP50()).isBetween(14.0, 40.0);
            assertThat(one.method()).contains("less now than in past transfers");
        });
    }

    /** 3 s by the history, and 16 over the path as it is now. */
    @Test
    void aShortTimeOfAnOutdatedHistoryKeepsNoTestFromItsCorrection() throws Exception {
        FakeService service = new FakeService();
        service.history = Map.of("sftp", 3.0);
        RateFit narrower = new RateFit(17e6, 16e6, 18e6, .3, Trend.STEADY, List.of());
        assertThat(bySftp(service, PATH, narrower).secondsP50()).isGreaterThan(15);
    }

    /** @param line of its test transfer; null if none may be made */
    private static Estimate bySftp(FakeService service, PathState path, @Nullable RateFit line) throws Exception {
        TransferTimer timer = (_, _) -> Optional.of(Objects.requireNonNull(line, "no test was needed"));
        return estimator(desk(service), path, timer)
                .facts(List.of(upload(Protocol.SFTP)), DATA)
                .judge()
                .getFirst()
                .estimate();
    }

    private static AdvisorConnection desk(FakeService service) {
        return new AdvisorConnection(service, Duration.ofSeconds(9), AdviceTimeBudget.since(CLOCK.instant(), CLOCK));
    }

    @Test
    void anUploadThatIsReadBackTakesTwiceAsLongAndWaitsForNoDisk() throws Exception {
        List<Protocol> protocols = List.of(Protocol.SFTP, Protocol.WAYBILL, Protocol.FTP);
        List<Estimate> free = estimates(PATH, DATA, null, protocols);
        assertThat(free.getLast().secondsP50() / free.getFirst().secondsP50()).isBetween(1.8, 2.0);
        List<Estimate> slow = estimates(PATH.withDisk(8e6), DATA, null, protocols);
        // seen of 14 MB at 35 Mbit/s and 1.7 MB/s: 13.4 s by SFTP, 9.5 by a node, 7.8 by FTP
        double arriving = free.getFirst().secondsP50();
        assertThat(slow.getFirst().secondsP50())
                .as("arrives, and is flushed then")
                .isCloseTo(arriving + 40, within(.01));
        assertThat(slow.get(1).secondsP50()).as("a node flushes as it goes").isBetween(40.0, 45.0);
        assertThat(slow.getLast().secondsP50()).isEqualTo(free.getLast().secondsP50());
        Dataset large = new Dataset(1L << 30, 1);
        assertThat(estimates(PATH.withDisk(8e6), large, null, protocols)
                        .getLast()
                        .secondsP50())
                .as("more than the far end's memory takes")
                .isGreaterThan(1_000);
    }

    /** A copy by SSH takes 28 round trips: as those of a log-in they left no time for a test. */
    @Test
    void theRoundTripsOfACopysChecksAreNotThoseOfATestsLogIn() throws Exception {
        PathState far = PathStates.of(250.0, 20e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        assertThat(bySftp(new FakeService(), far, TEN).evidence()).isEqualTo(Evidence.UNSTEADY);
    }

    @Test
    void aFewMegabytesAreTestedWhereNothingElseTellsATime() throws Exception {
        PathState unknown = PathStates.of(20.0, null, null, null, 6L << 20, "cubic", false, null, null);
        assertThat(estimates(unknown, new Dataset(2_000_000, 1), TEN, List.of(Protocol.WAYBILL)))
                .allMatch(Estimate::isKnown);
    }

    /** Over 20 Mbit/s a round trip of 0.16 ms was taken for one machine's: said 1.8 s as ENDS, took 15.6. */
    @Test
    void aShortForecastOnAPathWhoseCapacityNobodyMeasuredIsTested() throws Exception {
        Dataset data = new Dataset(22_500_000, 1);
        for (double rttMillis : new double[] {.05, .16, .4}) {
            PathState near = PathStates.of(rttMillis, null, 0.0, 10e9, 6L << 20, "cubic", false, null, null);
            Estimate hopeful =
                    estimates(near, data, null, List.of(Protocol.SFTP)).getFirst();
            assertThat(hopeful.secondsP50()).isLessThan(4);
            assertThat(hopeful.evidence()).as("two hosts").isEqualTo(Evidence.NONE);
            assertThat(hopeful.p90Factor()).isCloseTo(2.5, within(.01));
            assertThat(estimates(near, data, TEN, List.of(Protocol.WAYBILL)))
                    .allMatch(one -> one.evidence() == Evidence.UNSTEADY);
        }
        assertThat(estimates(
                        PathStates.of(.05, null, 0.0, null, 6L << 20, "cubic", true, null, null),
                        data,
                        TEN,
                        List.of(Protocol.WAYBILL)))
                .as("one machine")
                .allMatch(one -> one.evidence() == Evidence.ENDS);
    }

    /** Over 59 Mbit/s with a loss of 1 %: said 2.1 s by trains, which had lost nothing, took 10.6. */
    @Test
    void aShortForecastByTrainsIsTestedUnlessItHoldsWithLoss() throws Exception {
        Dataset data = new Dataset(5_625_000, 1);
        assertThat(estimates(trains(16, 59e6), data, TEN, List.of(Protocol.WAYBILL)))
                .allMatch(one -> one.evidence() == Evidence.UNSTEADY);
        assertThat(estimates(trains(.5, 59e6), data, TEN, List.of(Protocol.WAYBILL)))
                .as("a round trip so short that loss costs little")
                .allMatch(one -> one.evidence() == Evidence.TRAINS && one.secondsP50() < 4);
    }

    private static PathState trains(double rttMillis, double bitsPerSecond) {
        return PathStates.of(rttMillis, null, 0.0, null, 6L << 20, "cubic", false, null, null)
                .byTrains(bitsPerSecond, bitsPerSecond, bitsPerSecond);
    }

    @Test
    void whatTheLinksOfRelaysPromiseGetsTheBandThatItsOutcomesTaught() throws Exception {
        Candidate node = upload(Protocol.WAYBILL);
        List<Candidate> candidates = List.of(
                node,
                node.through(new PathForecast(List.of(), 8e6, 3)),
                node.through(new PathForecast(List.of("relay:7411"), 16e6, 3)),
                node.through(List.of("other:7411")));
        OptionFacts facts = estimator(PATH, (_, _) -> Optional.empty()).facts(candidates, DATA);
        List<ForecastQuery> asked = facts.queries(survey());
        assertThat(asked).extracting(ForecastQuery::evidence).containsExactly("ECHO", "LINKS", "LINKS", "ECHO");
        List<Estimate> prior = facts.estimates();
        assertThat(asked.get(2).estimatedSeconds()).isEqualTo(prior.get(2).secondsP50());
        assertThat(prior.get(2).p90Factor()).isCloseTo(1.5, within(.01));
        List<Estimate> learned = facts.with(
                        Map.of(),
                        asked.stream().map(OptionEstimatorTest::learned).toList())
                .estimates();
        for (int i : new int[] {1, 2}) {
            assertThat(learned.get(i).evidence()).isEqualTo(Evidence.LINKS);
            assertThat(learned.get(i).secondsP50()).isCloseTo(1.1 * asked.get(i).estimatedSeconds(), within(.01));
            assertThat(learned.get(i).p90Factor()).isCloseTo(1.2, within(.01));
            assertThat(learned.get(i).method()).isEqualTo("measured links between the relays");
            assertThat(learned.get(i).forecastId()).isEqualTo("f");
        }
        assertThat(learned.getLast().isKnown()).as("nobody has tried it").isFalse();
    }

    /** Such a service's answer: outcomes have taken a tenth longer, and nine in ten at most a third. */
    private static Forecast learned(ForecastQuery asked) {
        double seconds = 1.1 * Objects.requireNonNull(asked.estimatedSeconds());
        return new Forecast(
                "f", seconds, 1.2 * seconds, 1e6, ForecastBasis.PROBE, "asker's", 0, null, asked.evidence());
    }

    @Test
    void keptFactsGiveTheSameEstimatesWithoutAnotherTestTransfer() throws Exception {
        AtomicInteger tests = new AtomicInteger();
        TransferTimer timer = (_, _) -> Optional.of(new RateFit(
                10e6 / tests.incrementAndGet(), 3e6 / tests.get(), 12e6 / tests.get(), 0.1, Trend.STEADY, List.of()));
        List<Candidate> candidates = List.of(upload(Protocol.WAYBILL), upload(Protocol.SFTP));
        OptionFacts facts = estimator(PATH, timer).facts(candidates, DATA);
        List<Ranking.EstimatedOption> judged = facts.judge();
        assertThat(facts.judge()).isEqualTo(judged);
        assertThat(tests).hasValue(1);
        assertThat(estimator(PATH, timer).facts(candidates, DATA).judge())
                .as("measured again")
                .isNotEqualTo(judged);
        assertThat(tests).hasValue(2);
    }
}
