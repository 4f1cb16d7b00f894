package org.waybill.client.workflow.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.waybill.api.ForecastBasis;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.estimate.PathState;
import org.waybill.client.workflow.OptionIds;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.ReasonFacts;
import org.waybill.client.workflow.explanation.Reasons;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.planner.forecast.Evidence;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;

class RankingPropertyTest {
    @Property(tries = 1_000)
    void theSameFactsGiveTheSameRankingInWhateverOrderTheyCome(
            @ForAll("options") List<Ranking.EstimatedOption> judged,
            @ForAll long seed,
            @ForAll("preferences") List<Protocol> prefer) {
        List<Ranking.EstimatedOption> shuffled = new ArrayList<>(judged);
        Collections.shuffle(shuffled, new Random(seed));
        assertThat(new Ranking(prefer).rank(shuffled)).isEqualTo(new Ranking(prefer).rank(judged));
    }

    @Property(tries = 1_000)
    void amongSurePathsNobodyStandsBehindOneThatIsMuchSlower(@ForAll("options") List<Ranking.EstimatedOption> judged) {
        List<Ranking.EstimatedOption> ranked = new Ranking(List.of()).rank(judged);
        double slowest = 0;
        boolean unknownSeen = false;
        for (Ranking.EstimatedOption one : ranked) {
            if (!one.candidate().pathSure()) {
                continue;
            }
            Double seconds = one.estimate().secondsP50();
            if (seconds == null) {
                unknownSeen = true;
                continue;
            }
            assertThat(unknownSeen).as("known times come before unknown ones").isFalse();
            assertThat(seconds).isGreaterThan(slowest / 1.06);
            slowest = Math.max(slowest, seconds);
        }
    }

    @Test
    void aPreferredProtocolIsTakenUnlessAnotherIsMuchFaster() {
        Ranking ranking = new Ranking(List.of(Protocol.SFTP));
        assertThat(first(ranking, option(Protocol.SFTP, 120.0, true), option(Protocol.WAYBILL, 100.0, true)))
                .isEqualTo(Protocol.SFTP);
        assertThat(first(ranking, option(Protocol.SFTP, 150.0, true), option(Protocol.WAYBILL, 100.0, true)))
                .isEqualTo(Protocol.WAYBILL);
        assertThat(first(ranking, option(Protocol.SFTP, null, true), option(Protocol.GSIFTP, null, true)))
                .isEqualTo(Protocol.SFTP);
    }

    @Test
    void whatOnlyAScriptCanDoStandsBehindWhatMoveCarriesOut() {
        Ranking.EstimatedOption script = estimated(Tool.RSYNC, false, 10.0, 12.0);
        Ranking.EstimatedOption move = estimated(Tool.SFTP, true, 100.0, 150.0);
        Ranking.EstimatedOption unknown = estimated(Tool.SCP, true, null, null);
        assertThat(new Ranking(List.of()).rank(List.of(script, unknown, move))).containsExactly(move, unknown, script);
    }

    @Test
    void oneLuckyTransferMakesNoOptionTheBest() {
        Ranking.EstimatedOption oftenSeen = estimated(Tool.SFTP, true, 100.0, 115.0);
        Ranking.EstimatedOption onceSeen = estimated(Tool.SCP, true, 88.0, 160.0);
        assertThat(new Ranking(List.of()).rank(List.of(onceSeen, oftenSeen))).containsExactly(oftenSeen, onceSeen);
        Ranking.EstimatedOption muchFaster = estimated(Tool.SCP, true, 50.0, 90.0);
        assertThat(new Ranking(List.of()).rank(List.of(oftenSeen, muchFaster))).containsExactly(muchFaster, oftenSeen);
    }

    @Test
    void whatOnlyAModelPromisesStandsBehindTheBestThatWasSeen() {
        Ranking.EstimatedOption seen = on(Evidence.TEST, Tool.SFTP, 100.0);
        Ranking.EstimatedOption promised = on(Evidence.ECHO, Tool.SCP, 40.0);
        Ranking.EstimatedOption slow = on(Evidence.HISTORY, Tool.RSYNC, 300.0);
        assertThat(new Ranking(List.of()).rank(List.of(promised, slow, seen))).containsExactly(seen, promised, slow);
        Ranking.EstimatedOption worse = on(Evidence.ECHO, Tool.LFTP, 60.0);
        assertThat(new Ranking(List.of()).rank(List.of(worse, promised))).containsExactly(promised, worse);
    }

    @Test
    void whatHopsOverOtherHostsTookBoundsNoForecastOfADirectPath() {
        Ranking.EstimatedOption direct = on(Evidence.ECHO, Tool.SCP, 40.0);
        Ranking.EstimatedOption seen = on(Evidence.HISTORY, Tool.SFTP, 100.0);
        Candidate leg = seen.candidate();
        Ranking.EstimatedOption staged = new Ranking.EstimatedOption(leg.of(List.of(leg, leg)), seen.estimate());
        assertThat(new Ranking(List.of()).rank(List.of(staged, direct))).containsExactly(direct, staged);
        Ranking.EstimatedOption quick = new Ranking.EstimatedOption(
                staged.candidate(), on(Evidence.HISTORY, Tool.SFTP, 20.0).estimate());
        assertThat(new Ranking(List.of()).rank(List.of(direct, quick))).containsExactly(quick, direct);
    }

    private static Ranking.EstimatedOption on(Evidence evidence, Tool tool, double seconds) {
        Candidate candidate = estimated(tool, true, null, null).candidate();
        return new Ranking.EstimatedOption(
                candidate, new Estimate(seconds, 1.3 * seconds, 1e9, ForecastBasis.PROBE, 1, null, "", null, evidence));
    }

    @Property(tries = 500)
    void anOptionHasTheSameIdWhereverItStandsAndNoTwoHaveOne(
            @ForAll("options") List<Ranking.EstimatedOption> judged, @ForAll long seed) {
        List<Candidate> options = new ArrayList<>(judged.stream()
                .map(Ranking.EstimatedOption::candidate)
                .distinct()
                .toList());
        List<String> ids = OptionIds.of(options);
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("[a-z][a-z0-9.-]*"));
        List<Candidate> shuffled = new ArrayList<>(options);
        Collections.shuffle(shuffled, new Random(seed));
        List<String> again = OptionIds.of(shuffled);
        for (int i = 0; i < options.size(); i++) {
            assertThat(again.get(shuffled.indexOf(options.get(i)))).isEqualTo(ids.get(i));
        }
    }

    private static Ranking.EstimatedOption estimated(
            Tool tool,
            boolean movable,
            @org.jspecify.annotations.Nullable Double p50,
            @org.jspecify.annotations.Nullable Double p90) {
        Candidate candidate = new Candidate(
                tool,
                Protocol.SFTP,
                "sftp",
                Location.local("/x"),
                new Location("sftp", null, "dtn", 0, "/x"),
                List.of(),
                1,
                false,
                true,
                movable);
        return new Ranking.EstimatedOption(
                candidate,
                p50 == null
                        ? Estimate.UNKNOWN
                        : new Estimate(p50, p90, 1e9, ForecastBasis.HISTORY, 1, null, "", null, Evidence.HISTORY));
    }

    @Test
    void nearlyEqualTimesAreOrderedByProtocol() {
        assertThat(first(new Ranking(List.of()), option(Protocol.FTP, 100.0, true), option(Protocol.SFTP, 100.5, true)))
                .isEqualTo(Protocol.SFTP);
    }

    @Test
    void aDoubtfulPathStandsBelowASureOneUnlessItIsPreferred() {
        Ranking.EstimatedOption doubtful = option(Protocol.FTP, 10.0, false);
        Ranking.EstimatedOption sure = option(Protocol.SFTP, 100.0, true);
        assertThat(first(new Ranking(List.of()), doubtful, sure)).isEqualTo(Protocol.SFTP);
        assertThat(first(new Ranking(List.of(Protocol.FTP)), doubtful, sure)).isEqualTo(Protocol.FTP);
    }

    @Test
    void theFirstWayIsCalledTheQuickestOnlyWhereItIs() {
        Ranking.EstimatedOption doubtful = option(Protocol.FTP, 10.0, false);
        Ranking.EstimatedOption quick = option(Protocol.SFTP, 100.0, true);
        Ranking.EstimatedOption slower = option(Protocol.GSIFTP, 120.0, true);
        Ranking none = new Ranking(List.of());
        assertThat(whyFirst(none, quick, slower)).containsExactly("the fastest forecast");
        assertThat(whyFirst(none, doubtful, quick))
                .containsExactly("the fastest forecast of the options whose path is certain");
        assertThat(whyFirst(new Ranking(List.of(Protocol.GSIFTP)), quick, slower))
                .isEmpty();
        assertThat(whyFirst(none, option(Protocol.SFTP, 99.0, false), quick))
                .as("by less than counts")
                .containsExactly("the fastest forecast of the options whose path is certain");
        assertThat(whyFirst(none, option(Protocol.SFTP, 99.0, true), option(Protocol.GSIFTP, 100.0, true)))
                .containsExactly("as fast as the fastest forecast: a difference of 5 % does not count");
        assertThat(whyFirst(none, option(Protocol.SFTP, 99.0, true), option(Protocol.GSIFTP, 100.0, true), doubtful))
                .containsExactly("as fast as the fastest forecast of the options whose path is certain:"
                        + " a difference of 5 % does not count");
        assertThat(whyFirst(
                        new Ranking(List.of(Protocol.FTP)),
                        option(Protocol.FTP, 100.0, false),
                        option(Protocol.FTPS, 50.0, false)))
                .as("a preferred one whose path is doubtful itself")
                .isEmpty();
    }

    /** 118 MB by FTP to a disk of 2 MB/s took 32 s, where what flushes took 58. */
    @Test
    void whatTheServerMayStillHaveInMemoryIsSaid() {
        AdviceRequest request =
                AdviceRequest.of(new Endpoint(Location.local("/x"), true), new Endpoint(Location.local("/y"), true));
        ReasonFacts facts = new ReasonFacts(
                request, new Dataset(118_000_000, 1), PathState.UNKNOWN.withDisk(16e6), null, Set.of(), Instant.EPOCH);
        Ranking ranking = new Ranking(List.of());
        assertThat(durable(ranking, facts, option(Protocol.FTP, 9.0, true)))
                .contains("in memory", "its disk takes up to 59 s");
        assertThat(durable(ranking, facts, option(Protocol.SFTP, 9.0, true))).doesNotContain("memory");
    }

    private static String durable(Ranking ranking, ReasonFacts facts, Ranking.EstimatedOption one) {
        return Reasons.of(List.of(one), 1, facts, ranking).stream()
                .filter(remark -> remark.code() == ReasonCode.DURABLE)
                .map(Remark::text)
                .findFirst()
                .orElseThrow();
    }

    private static List<String> whyFirst(Ranking ranking, Ranking.EstimatedOption... judged) {
        AdviceRequest request =
                AdviceRequest.of(new Endpoint(Location.local("/x"), true), new Endpoint(Location.local("/y"), true));
        ReasonFacts facts = new ReasonFacts(request, null, PathState.UNKNOWN, null, Set.of(), Instant.EPOCH);
        return Reasons.of(ranking.rank(List.of(judged)), 1, facts, ranking).stream()
                .filter(remark -> remark.code() == ReasonCode.SHORTEST_TIME)
                .map(Remark::text)
                .toList();
    }

    private static Protocol first(Ranking ranking, Ranking.EstimatedOption... judged) {
        return ranking.rank(List.of(judged)).getFirst().candidate().protocol();
    }

    private static Ranking.EstimatedOption option(
            Protocol protocol, @org.jspecify.annotations.Nullable Double seconds, boolean sure) {
        Candidate candidate = new Candidate(
                protocol == Protocol.FTP ? Tool.LFTP : Tool.SFTP,
                protocol,
                protocol.scheme(),
                Location.local("/x"),
                new Location(protocol.scheme(), null, "dtn", 0, "/x"),
                List.of(),
                1,
                false,
                sure,
                true);
        Estimate estimate = seconds == null
                ? Estimate.UNKNOWN
                : new Estimate(seconds, null, 1e9, ForecastBasis.MODEL, 0, null, "", null, Evidence.NONE);
        return new Ranking.EstimatedOption(candidate, estimate);
    }

    @Provide
    Arbitrary<List<Ranking.EstimatedOption>> options() {
        return Combinators.combine(
                        Arbitraries.of(Protocols.all()),
                        Arbitraries.doubles().between(0.01, 1e6).injectNull(0.2),
                        Arbitraries.of(true, false))
                .as(RankingPropertyTest::option)
                .list()
                .ofMaxSize(12);
    }

    @Provide
    Arbitrary<List<Protocol>> preferences() {
        return Arbitraries.of(Protocols.all()).list().uniqueElements().ofMaxSize(3);
    }
}
