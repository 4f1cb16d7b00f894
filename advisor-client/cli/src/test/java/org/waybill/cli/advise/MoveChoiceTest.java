package org.waybill.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.api.ForecastBasis;
import org.waybill.cli.command.CommandFailure;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.BesideAdvice;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.TrainFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.Candidates;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.CopyRules.Links;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.cause.PathCapacity;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.planner.forecast.Evidence;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

class MoveChoiceTest {

    /** An anonymous FTP server's /up is seldom the machine's own: by SSH the same path would be another directory. */
    @ParameterizedTest
    @CsvSource({
        "ftp://dtn.example.org/up/, SFTP, true",
        "gsiftp://dtn.example.org/up/, SFTP, true",
        "sftp://dtn.example.org/up/, GSIFTP, true",
        "sftp://dtn.example.org/up/, SCP, false",
        "ftp://dtn.example.org/up/, FTPS, false",
        "dtn.example.org:/up/, GSIFTP, false",
        "dtn.example.org:/up/, WAYBILL, true",
        "http://dtn.example.org/up/, DAV, false"
    })
    void aPathNamedForOneProtocolIsNotTakenForAnothersUnasked(String named, Protocol found, boolean elsewhere)
            throws Exception {
        Endpoint source = EndpointParser.parse("/tmp/f1");
        Endpoint destination = EndpointParser.parse(named);
        ProtocolUsability.Ends ends = new ProtocolUsability.Ends(
                source,
                null,
                destination,
                new HostFindings(
                        "dtn.example.org",
                        List.of("192.0.2.1"),
                        List.of(new PortFinding(found, found.defaultPort(), PortState.OPEN, "", Set.of(), 1.0))));

        List<Candidate> options = Candidates.of(ends, ProtocolUsability.judge(ends), 0, false);

        assertThat(options)
                .isNotEmpty()
                .allMatch(option -> MoveChoice.mayBeElsewhere(source, destination, option) == elsewhere);
    }

    @Test
    void overRelaysNothingIsTakenButWhatHistoryKnowsToResumeTheCopy() throws Exception {
        MoveChoice choice = MoveChoice.plain(
                EndpointParser.parse("/tmp/f1"),
                EndpointParser.parse("waybill://dtn.example.org/up/"),
                DataOptions.DEFAULT,
                null,
                CopyRules.USUAL);
        List<Workflow> options = List.of(
                option("quick", "tcp", List.of("a:7411"), 50, ForecastBasis.HISTORY, true),
                option("direct", "tcp", List.of(), 90, ForecastBasis.HISTORY, true),
                option("guess", "tcp", List.of("b:7411"), 10, ForecastBasis.MODEL, true),
                option("datagrams", "plut", List.of(), 5, ForecastBasis.HISTORY, true),
                option("script", "tcp", List.of("c:7411"), 5, ForecastBasis.HISTORY, false));
        Advisor.AdviceResult advice = result(advice(options), options, choice);

        BesideAdvice.Found found = new OtherOptions(choice, advice).overRelays();

        assertThat(found.running()).isEqualTo(options.get(1).estimate());
        assertThat(found.others()).singleElement().satisfies(order -> {
            assertThat(order.request().via()).containsExactly("a:7411");
            assertThat(order.forecast()).isEqualTo(options.getFirst().estimate());
            assertThat(order.request().source()).isEqualTo(choice.source().location());
            assertThat(order.request().destination())
                    .isEqualTo(choice.destination().location());
        });
    }

    private static Advisor.AdviceResult result(Advice advice, List<Workflow> options, MoveChoice choice) {
        return new Advisor.AdviceResult(
                advice,
                options.stream()
                        .map(option -> new Candidate(
                                Tool.WAYBILL,
                                Protocol.WAYBILL,
                                option.transport(),
                                choice.source().location(),
                                choice.destination().location(),
                                option.via(),
                                0,
                                false,
                                true,
                                option.movable()))
                        .toList(),
                Optional.empty());
    }

    /** Seen: "limited by LOSS" at 96 % of the link. */
    @Test
    void theCauseOfACopyIsJudgedByTheCapacityThatItsAdviceMeasured() throws Exception {
        TrainFacts trains = new TrainFacts(
                new TrainFacts.Direction(20e6, 18e6, 2, 9), new TrainFacts.Direction(4e6, null, 2, 9), 600_000);
        PathFacts path = new PathFacts(
                PathFacts.Kind.INTERNET, List.of(), 20.0, 4e6, "icmp+trains", null, 9, 2.0, 0.0, 0.0, trains);
        List<Workflow> options = List.of(
                option("direct", "tcp", List.of(), 90, ForecastBasis.HISTORY, true),
                option("relayed", "tcp", List.of("a:7411"), 90, ForecastBasis.HISTORY, true));
        for (String[] ends :
                new String[][] {{"/tmp/f1", "waybill://dtn.example.org/up/"}, {"waybill://dtn.example.org/f1", "/tmp/"}
                }) {
            MoveChoice choice = MoveChoice.plain(
                    EndpointParser.parse(ends[0]),
                    EndpointParser.parse(ends[1]),
                    DataOptions.DEFAULT,
                    null,
                    CopyRules.USUAL);
            Advisor.AdviceResult advised = result(advice(options, "", List.of(path)), options, choice);
            assertThat(choice.by(advised, options.getFirst(), false).capacity())
                    .isEqualTo(choice.source().isLocal() ? new PathCapacity(20e6, 18e6) : new PathCapacity(4e6, null));
            assertThat(choice.by(advised, options.getLast(), false).capacity()).isNull();
        }
    }

    /** A node reset one connection, and "--workflow tcp" was invalid: the script that used it ended with exit code 2. */
    @ParameterizedTest
    @CsvSource({
        "tcp, FILTERED, UNREACHABLE",
        "tcp-via-relay-7411, FILTERED, UNREACHABLE",
        "tcp, UNREACHABLE, UNREACHABLE",
        "tcp, CLOSED, BAD_INPUT",
        "tcp-vai-relay-7411, CLOSED, BAD_INPUT",
        "tcp, WRONG_SERVICE, BAD_INPUT",
        "tcp, OPEN, BAD_INPUT"
    })
    void anOptionThatIsMissingSaysWhyAndMayBeThereAnotherTimeOnlyWhereNothingAnswered(
            String named, PortState state, Reason reason) throws Exception {
        MoveChoice choice = between("/tmp/f1", "dtn.example.org:/up/");
        Advisor.AdviceResult found = new Advisor.AdviceResult(
                advice(
                        List.of(option("sftp", "sftp", List.of(), 9, ForecastBasis.MODEL, true)),
                        "waybill sftp",
                        state,
                        List.of()),
                List.of(),
                Optional.empty());
        assertThatThrownBy(() -> choice.option(found, named, false, false))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.reason()).isEqualTo(reason))
                .hasMessage(
                        reason == Reason.UNREACHABLE
                                ? "'" + named + "' is not among the options now (sftp): answers"
                                : "invalid --workflow '" + named + "': expected 1-1 or one of sftp; waybill: answers");
        assertThatThrownBy(() -> choice.option(found, "tpc", false, false))
                .hasMessage("invalid --workflow 'tpc': expected 1-1 or one of sftp");
    }

    @Test
    void dataAreKeptAtAHostBetweenOnlyOnRequest() throws Exception {
        MoveChoice choice = MoveChoice.plain(
                EndpointParser.parse("/tmp/f1"),
                EndpointParser.parse("waybill://dtn.example.org/up/"),
                DataOptions.DEFAULT,
                null,
                CopyRules.USUAL);
        Location here = choice.source().location();
        Location stop = EndpointParser.parse("waybill://near.example.org/f1").location();
        Location there = choice.destination().location();
        Candidate staged = candidate(here, there, List.of("near.example.org:7411"))
                .of(List.of(candidate(here, stop, List.of()), candidate(stop, there, List.of())));
        Workflow first = option(
                1,
                "staged",
                "tcp",
                staged.via(),
                10,
                ForecastBasis.HISTORY,
                true,
                List.of(new Remark(ReasonCode.STAGED, "")));
        Workflow second = option(2, "direct", "tcp", List.of(), 90, ForecastBasis.HISTORY, true, List.of());
        Advisor.AdviceResult both = new Advisor.AdviceResult(
                advice(List.of(first, second)), List.of(staged, candidate(here, there, List.of())), Optional.empty());

        assertThat(choice.by(both, null, false, false).hops()).isEmpty();
        assertThat(new OtherOptions(choice, both).overRelays().others())
                .as("a running copy does not change over to it")
                .isEmpty();
        TransferOrder order = choice.by(both, "staged", false, false);
        assertThat(order.hops())
                .extracting(TransferOrder::sourceHost, TransferOrder::destinationHost)
                .containsExactly(
                        tuple(LocalAddresses.name(), "near.example.org"), tuple("near.example.org", "dtn.example.org"));
        assertThat(order.request().networkPaths().isDirect())
                .as("a host between is no relay")
                .isTrue();
        assertThat(order.hops()).allMatch(hop -> hop.request().networkPaths().isDirect());
        MoveChoice named = new MoveChoice(
                choice.source(),
                choice.destination(),
                NetworkPaths.DIRECT,
                choice.data(),
                null,
                false,
                false,
                List.of(),
                choice.rules());
        assertThatThrownBy(() -> named.by(both, "staged", false, false))
                .hasMessageContaining("--via cannot be used with a staged option");
        Advisor.AdviceResult alone =
                new Advisor.AdviceResult(advice(List.of(first)), List.of(staged), Optional.empty());
        assertThatThrownBy(() -> choice.by(alone, null, false, false))
                .hasMessageContaining("keep a copy at hosts that you did not name")
                .hasMessageEndingWith("--workflow staged");
    }

    @Test
    void twoServersBetweenWhichNoCopyGoesAreToldWithWhereCopiesGo() throws Exception {
        Advisor.AdviceResult none = new Advisor.AdviceResult(advice(List.of()), List.of(), Optional.empty());
        for (boolean named : List.of(true, false)) {
            assertThatThrownBy(() -> between("gsiftp://a.example.org/x", "sftp://b.example.org/x")
                            .option(none, named ? "1" : null, false, false))
                    .hasMessage("no transfer option found from gsiftp://a.example.org/x to sftp://b.example.org/x:"
                            + " copies from gsiftp go to this machine or to gsiftp; copy to this machine first")
                    .isInstanceOfSatisfying(
                            CommandFailure.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT));
        }
        assertThatThrownBy(() ->
                        between("a.example.org:x", "srm://b.example.org/x").option(none, null, false, false))
                .hasMessageContaining(
                        "copies from sftp go to this machine or to dav, davs, ftp, ftps, rclone, s3, scp, sftp;");
        assertThatThrownBy(() ->
                        between("srm://a.example.org/x", "b.example.org:x").option(none, null, false, false))
                .hasMessageContaining("copies from srm go to this machine; copy to this machine first");
        assertThatThrownBy(() -> between("ftp://a.example.org/x", "ftp://b.example.org/x")
                        .option(none, null, false, false))
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE));
    }

    @ParameterizedTest
    @CsvSource({
        "sftp://a.example.org/x, https://b.example.org/x, '', UNREACHABLE",
        "http://a.example.org/x, https://b.example.org/x, '', UNREACHABLE",
        "sftp://a.example.org/x, http://b.example.org/x, http dav, UNREACHABLE",
        "sftp://a.example.org/x, https://b.example.org/x, https, BAD_INPUT",
        "sftp://a.example.org/x, https://b.example.org/x, sftp, UNREACHABLE",
        "waybill://a.example.org/x, https://b.example.org/x, '', BAD_INPUT",
        "/data/run, https://b.example.org/x, '', UNREACHABLE",
        "/data/run, https://b.example.org/x, https davs, UNREACHABLE",
        "/data/run, https://b.example.org/x, https, BAD_INPUT"
    })
    void aWebServerThatDoesNotAnswerMayOfferWebDav(String source, String destination, String open, Reason reason)
            throws Exception {
        DatasetSize counted = new DatasetSize(new Dataset(1, 1), source.endsWith("/run"), true);
        Advisor.AdviceResult none = new Advisor.AdviceResult(advice(List.of(), open), List.of(), Optional.of(counted));
        assertThatThrownBy(() -> between(source, destination).option(none, null, false, false))
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    /** What keeps hard links sends a file with several names once, of which advice counts each. */
    @ParameterizedTest
    @CsvSource({
        "/data/run, /data/copy, local, false",
        "/data/run, sftp://b.example.org/x, sftp, false",
        "/data/run, scp://b.example.org/x, scp, false",
        "/data/run, ftp://b.example.org/x, ftp, true",
        "/data/run, davs://b.example.org/x, http, true",
        "/data/run, gsiftp://b.example.org/x, gsiftp, true",
        "/data/run, waybill://b.example.org/x, tcp, false",
        "sftp://a.example.org/run, /data/copy, sftp, true",
        "ftp://a.example.org/run, /data/copy, ftp, true",
        "waybill://a.example.org/run, /data/copy, tcp, false",
        "sftp://a.example.org/run, sftp://b.example.org/x, sftp, true"
    })
    void aForecastIsLeftOutOnlyWhereHardLinksAreKept(String source, String destination, String transport, boolean told)
            throws Exception {
        MoveChoice choice = MoveChoice.plain(
                EndpointParser.parse(source),
                EndpointParser.parse(destination),
                DataOptions.DEFAULT,
                null,
                new CopyRules(Links.AUTO, EntryFilter.ALL, Overwrite.DIFFERENT, "", Set.of(Extra.HARD_LINKS)));
        Workflow option = option("best", transport, List.of(), 50, ForecastBasis.HISTORY, true);
        Candidate there =
                candidate(choice.source().location(), choice.destination().location(), List.of());

        TransferOrder order = choice.by(
                new Advisor.AdviceResult(advice(List.of(option)), List.of(there), Optional.empty()),
                null,
                false,
                false);

        assertThat(order.forecast()).isEqualTo(told ? option.estimate() : Estimate.UNKNOWN);
    }

    private static MoveChoice between(String source, String destination) throws TransferException {
        return MoveChoice.plain(
                EndpointParser.parse(source),
                EndpointParser.parse(destination),
                DataOptions.DEFAULT,
                null,
                CopyRules.USUAL);
    }

    private static Candidate candidate(Location from, Location to, List<String> via) {
        return new Candidate(Tool.WAYBILL, Protocol.WAYBILL, "tcp", from, to, via, 0, false, true, true);
    }

    @Test
    void anOptionIsTriedInPlaceOfTheFirstOneOnlyWhereNothingUnusualIsWanted() throws Exception {
        Remark mayBeTried = new Remark(ReasonCode.MAY_BE_TRIED, "");
        List<Workflow> options = List.of(
                option("first", "sftp", List.of(), 50, ForecastBasis.HISTORY, true),
                option("other", "scp", List.of(), 10, ForecastBasis.MODEL, true),
                option(3, "tried", "tcp", List.of(), 30, ForecastBasis.MODEL, true, List.of(mayBeTried)));
        Endpoint source = EndpointParser.parse("/tmp/f1");
        Endpoint destination = EndpointParser.parse("dtn.example.org:/up/");
        DataOptions streams = new DataOptions(4, 0, Verify.NONE);
        MoveChoice usual = MoveChoice.plain(source, destination, streams, null, CopyRules.USUAL);
        assertThat(usual.trial(advice(options), options.getFirst())).hasValue(options.getLast());
        assertThat(usual.trial(advice(options), options.getLast()))
                .as("the first one is not used")
                .isEmpty();

        DataOptions slow = new DataOptions(0, 1_000_000, Verify.SHA256);
        CopyRules backup = new CopyRules(Links.AUTO, EntryFilter.ALL, Overwrite.DIFFERENT, "old", Set.of());
        CopyRules rules = CopyRules.USUAL;
        for (MoveChoice unusual : List.of(
                MoveChoice.plain(source, destination, slow, null, rules),
                MoveChoice.plain(source, destination, streams, Instant.MAX, rules),
                MoveChoice.plain(source, destination, streams, null, backup),
                MoveChoice.plain(EndpointParser.parse("-"), destination, streams, null, rules),
                new MoveChoice(source, destination, NetworkPaths.DIRECT, streams, null, false, false, List.of(), rules),
                new MoveChoice(source, destination, null, streams, null, true, false, List.of(), rules),
                new MoveChoice(source, destination, null, streams, null, false, true, List.of(), rules))) {
            assertThat(unusual.trial(advice(options), options.getFirst()))
                    .as("%s", unusual)
                    .isEmpty();
        }
    }

    private static Advice advice(List<Workflow> options) {
        return advice(options, "");
    }

    /** @param open what the destination answers by */
    private static Advice advice(List<Workflow> options, String open) {
        return advice(options, open, List.of());
    }

    private static Advice advice(List<Workflow> options, String open, List<PathFacts> paths) {
        return advice(options, open, PortState.OPEN, paths);
    }

    private static Advice advice(List<Workflow> options, String looked, PortState state, List<PathFacts> paths) {
        boolean open = state == PortState.OPEN;
        List<ProtocolFacts> protocols = Stream.of(looked.split(" "))
                .map(name -> new ProtocolFacts(name, 0, null, open, false, 1, "answers", null, state, ""))
                .toList();
        return new Advice(
                HostFacts.unknown("here", List.of()),
                HostFacts.unknown("dtn.example.org", List.of()),
                Scenario.LOCAL_TO_REMOTE,
                protocols,
                paths,
                List.of(),
                List.of(),
                options,
                List.of(),
                1,
                "id");
    }

    private static Workflow option(
            String id, String transport, List<String> via, double seconds, ForecastBasis basis, boolean movable) {
        return option(1, id, transport, via, seconds, basis, movable, List.of());
    }

    private static Workflow option(
            int rank,
            String id,
            String transport,
            List<String> via,
            double seconds,
            ForecastBasis basis,
            boolean movable,
            List<Remark> reasons) {
        return new Workflow(
                rank,
                id,
                id,
                transport,
                via,
                0,
                "",
                new Estimate(seconds, seconds, 1e9, basis, 3, null, "", id, Evidence.HISTORY),
                reasons,
                List.of(),
                Tool.WAYBILL.command(),
                movable,
                null,
                null);
    }
}
