package org.waybill.client.workflow.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.DiscoveryBudget;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.EndpointCosts;
import org.waybill.client.estimate.Estimator;
import org.waybill.client.estimate.PathState;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.TrainFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.engine.testserver.TestNames;
import org.waybill.planner.forecast.Evidence;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** What an advice leaves in the history of what it measured. */
class SurveyTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final PathFacts PATH =
            new PathFacts(PathFacts.Kind.INTERNET, List.of(), 70.0, 9e8, "tracepath+icmp-sizes", NOON, 240, 4.5);

    private static Survey survey(String source, String destination, String farAddress, PathFacts path)
            throws Exception {
        boolean own = LocalAddresses.owns(InetAddress.ofLiteral(farAddress));
        ProtocolUsability.Ends ends =
                new ProtocolUsability.Ends(EndpointParser.parse(source), null, EndpointParser.parse(destination), null);
        return new Survey(
                ends,
                end("a.example", source.startsWith("/") || own),
                end("b.example", destination.startsWith("/") || own),
                Optional.empty(),
                List.of(path));
    }

    private static Survey.End end(String host, boolean thisMachine) {
        return new Survey.End(HostFacts.unknown(host, List.of()), Optional.empty(), thisMachine, List.of());
    }

    @Test
    void whatWasMeasuredOfTheNetworkIsWorthRemembering() throws Exception {
        assertThat(survey("/x", "sftp://b.example/x", "192.0.2.1", PATH).measured())
                .containsExactly(
                        new Measurement(
                                "a.example", "b.example", Quantity.RTT, 70, "tracepath+icmp-sizes", 240, null, NOON),
                        new Measurement(
                                "a.example",
                                "b.example",
                                Quantity.BOTTLENECK_BANDWIDTH,
                                9e8,
                                "tracepath+icmp-sizes",
                                240,
                                4.5,
                                NOON));
        assertThat(survey("sftp://a.example/x", "/x", "192.0.2.1", PATH).measured())
                .hasSize(2);
    }

    /** The path to the first address was measured, which was dead, and so nothing was known of a host that answered. */
    @Test
    void theAddressThatAnswersIsTheOneThatIsMeasured() throws Exception {
        AtomicReference<InetAddress> measured = new AtomicReference<>();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
            AdvisorPorts ports = new AdvisorPorts(
                    HostResolver.system(Duration.ofSeconds(5)),
                    new Discovery(DiscoveryBudget.USUAL),
                    null,
                    Duration.ZERO,
                    (end, _, _) -> HostFacts.unknown(end.host(), List.of()),
                    _ -> Optional.of(new DatasetSize(new Dataset(1_000_000, 1), false, true)),
                    far -> {
                        measured.set(far.address());
                        return List.of();
                    },
                    TransferTimer.NONE,
                    _ -> true,
                    InstantSource.system(),
                    _ -> {});
            new Advisor(ports)
                    .advise(AdviceRequest.of(
                            EndpointParser.parse("/nowhere/x"),
                            EndpointParser.parse(
                                    "sftp://a@" + TestNames.TWO_ADDRESSES + ":" + server.getLocalPort() + "/x")));
        }
        assertThat(measured.get()).isEqualTo(InetAddress.ofLiteral("127.0.0.1"));
    }

    @Test
    void whatSaysNothingOfItIsNot() throws Exception {
        assertThat(survey("/x", "sftp://b.example/x", "127.0.0.1", PATH).measured())
                .as("loopback")
                .isEmpty();
        assertThat(survey("sftp://a.example/x", "sftp://b.example/x", "192.0.2.1", PATH)
                        .measured())
                .as("the path between two others is not the one from here")
                .isEmpty();
        assertThat(survey("/x", "sftp://b.example/x", "192.0.2.1", PathFacts.unknown(PathFacts.Kind.INTERNET))
                        .measured())
                .isEmpty();
    }

    @Test
    void halfOfTheEchoesLostOnBothWaysAreTheLossOnTheWayOfTheData() throws Exception {
        PathFacts lossy = new PathFacts(
                PathFacts.Kind.INTERNET, List.of(), 40.0, 5e7, "icmp-sizes", NOON, 12, 2.0, .03, 0.0, null);
        PathState state = SurveyInputs.of(survey("/x", "sftp://b.example/x", "192.0.2.1", lossy));
        assertThat(state.lossRatio()).isEqualTo(.015);
        assertThat(state.evidence()).isEqualTo(Evidence.ECHO);
        PathFacts once = new PathFacts(
                PathFacts.Kind.INTERNET, List.of(), 40.0, 5e7, "icmp-sizes", NOON, 12, 2.0, .01, 0.0, null);
        assertThat(SurveyInputs.of(survey("/x", "sftp://b.example/x", "192.0.2.1", once))
                        .lossRatio())
                .isZero();
    }

    /** 20 % of the echoes with three connections of CUBIC: 88 s were said of 1.3 MB, which took 20. */
    @Test
    void manyLostEchoesAreAQueueThatOthersKeepFull() throws Exception {
        PathFacts full = new PathFacts(
                PathFacts.Kind.INTERNET, List.of(), 372.0, 5.3e6, "icmp-sizes", NOON, 3, 2.0, .198, 0.0, null);
        PathState state = SurveyInputs.of(survey("/x", "sftp://b.example/x", "192.0.2.1", full));
        assertThat(state.lossRatio()).isZero();
        assertThat(state.otherFlows()).isEqualTo(2);
        assertThat(Estimator.measured(new Dataset(1_340_000, 1), new Estimator.How("sftp", 1), null, state)
                        .secondsP50())
                .isBetween(8.0, 25.0);
    }

    /** Two connections of CUBIC behind a queue of 6 ms: 15 s were said of 3.7 MB by SFTP, which took 58. */
    @Test
    void fewerLostEchoesAreAQueueTooWhereFewConnectionsWithTheirLossFillThePath() throws Exception {
        PathState slow = SurveyInputs.of(survey("/x", "sftp://b.example/x", "192.0.2.1", lossy(24.8, 2.56e6, .0625)));
        assertThat(slow.otherFlows()).isEqualTo(2);
        assertThat(Estimator.measured(new Dataset(3_668_209, 1), new Estimator.How("sftp", 1), null, slow)
                        .secondsP50())
                .isBetween(35.0, 70.0);
        PathState fast = SurveyInputs.of(survey("/x", "sftp://b.example/x", "192.0.2.1", lossy(24.8, 50e6, .0625)));
        assertThat(fast.otherFlows()).as("fifty connections would fill it").isNull();
        assertThat(fast.lossRatio()).isEqualTo(.03125);
        PathState once = SurveyInputs.of(survey("/x", "sftp://b.example/x", "192.0.2.1", lossy(24.8, 2.56e6, .021)));
        assertThat(once.otherFlows()).as("two of a hundred").isNull();
    }

    private static PathFacts lossy(double rttMillis, double bitsPerSecond, double lost) {
        return new PathFacts(
                PathFacts.Kind.INTERNET,
                List.of(),
                rttMillis,
                bitsPerSecond,
                "icmp-sizes",
                NOON,
                0,
                2.0,
                lost,
                0.0,
                null);
    }

    @Test
    void whatALogInWouldTellIsNotWaitedForOverAPathThatHoldsItUp() {
        assertThat(SurveyInputs.holdsUpLogIns(lossy(24.8, 2.56e6, .0625))).isTrue();
        assertThat(SurveyInputs.holdsUpLogIns(lossy(400, 5e7, 0))).isTrue();
        assertThat(SurveyInputs.holdsUpLogIns(lossy(148, 8.6e7, .02))).isFalse();
        assertThat(SurveyInputs.holdsUpLogIns(PathFacts.unknown(PathFacts.Kind.INTERNET)))
                .isFalse();
    }

    /** One connection of CUBIC behind a queue of 416 ms: 24 s were said, and it took 73. */
    @Test
    void aQueueThatFillsAndEmptiesSlowlyIsThatOfOthers() throws Exception {
        PathFacts shared = new PathFacts(
                PathFacts.Kind.INTERNET, List.of(), 280.0, 1.9e7, "icmp-sizes", NOON, 12, 2.0, 0.0, 90.0, null);
        assertThat(SurveyInputs.of(survey("/x", "sftp://b.example/x", "192.0.2.1", shared))
                        .otherFlows())
                .isEqualTo(2);
        PathFacts free = new PathFacts(
                PathFacts.Kind.INTERNET, List.of(), 280.0, 1.9e7, "icmp-sizes", NOON, 12, 2.0, 0.0, 2.0, null);
        assertThat(SurveyInputs.of(survey("/x", "sftp://b.example/x", "192.0.2.1", free))
                        .otherFlows())
                .isNull();
    }

    /** Echoes see the narrower direction only. */
    @Test
    void packetTrainsShowTheDirectionOfTheDataAndWhatOthersLeaveOfIt() throws Exception {
        TrainFacts trains = new TrainFacts(
                new TrainFacts.Direction(94e6, 47e6, 1, 10), new TrainFacts.Direction(10e6, 9.5e6, 1, 9), 500_000);
        PathFacts path = new PathFacts(
                        PathFacts.Kind.INTERNET, List.of(), 20.0, 1e7, "icmp-sizes", NOON, 12, 2.0, 0.0, 0.0, null)
                .with(trains, NOON);
        PathState up = SurveyInputs.of(survey("/x", "sftp://b.example/x", "192.0.2.1", path));
        assertThat(up.evidence()).isEqualTo(Evidence.TRAINS);
        assertThat(up.bottleneckBitsPerSecond()).isEqualTo(94e6);
        assertThat(up.backBitsPerSecond()).isEqualTo(10e6);
        assertThat(up.otherFlows()).isEqualTo(1);
        PathState down = SurveyInputs.of(survey("sftp://a.example/x", "/x", "192.0.2.1", path));
        assertThat(down.bottleneckBitsPerSecond()).isEqualTo(10e6);
        assertThat(down.backBitsPerSecond()).isEqualTo(94e6);
        assertThat(down.otherFlows()).isZero();
        assertThat(survey("sftp://a.example/x", "/x", "192.0.2.1", path).measured())
                .extracting(Measurement::sourceHost, Measurement::quantity, Measurement::value, Measurement::method)
                .containsExactly(
                        tuple("a.example", Quantity.RTT, 20.0, "icmp-sizes+trains"),
                        tuple("a.example", Quantity.BOTTLENECK_BANDWIDTH, 10e6, "trains"),
                        tuple("b.example", Quantity.BOTTLENECK_BANDWIDTH, 94e6, "trains"));
        // 60 MB at half of 94 Mbit/s and at 10: not as the echoes say
        Dataset dataset = new Dataset(60_000_000, 1);
        assertThat(Estimator.measured(dataset, new Estimator.How("sftp", 1), null, up)
                        .secondsP50())
                .isBetween(10.0, 13.0);
        assertThat(Estimator.measured(dataset, new Estimator.How("sftp", 1), null, down)
                        .secondsP50())
                .isBetween(48.0, 56.0);
    }

    /** After a build the demo's forecast was 121 % too long: the load of the past minute was the build's. */
    @Test
    void workThatHasEndedDoesNotSlowATransferDown() throws Exception {
        assertThat(SurveyInputs.of(local(3.5, 0)).loadAverage()).isZero();
        assertThat(SurveyInputs.of(local(3.5, 9)).loadAverage()).isEqualTo(3.5);
    }

    @Test
    void theSlowerDiskAndTheQuotaOfTheEndsBoundWhatThePathIsGoodFor() throws Exception {
        HostFacts source = facts(0, 0).withDisk(50e6, 1e6);
        HostFacts destination = facts(4, 4).withDisk(1e6, 20e6).withQuota(0.25);
        PathState state = SurveyInputs.of(local(source, destination));
        assertThat(state.diskBitsPerSecond()).isEqualTo(160e6);
        assertThat(state.cores()).isEqualTo(0.25);
        assertThat(state.loadAverage())
                .as("others share the machine, not the quota")
                .isEqualTo(0.5);
        PathState usual = SurveyInputs.of(local(facts(0, 0), facts(0, 0).withQuota(6.0)));
        assertThat(usual.diskBitsPerSecond()).isNull();
        assertThat(usual.cores()).isEqualTo(2);
    }

    @Test
    void theFastestConnectionOfDiscoveryIsTheRoundTripWhereEchoesAreFiltered() throws Exception {
        HostFindings far = new HostFindings(
                "b.example",
                List.of("192.0.2.1"),
                List.of(
                        new PortFinding(Protocol.SFTP, 22, PortState.OPEN, "", Set.of(), 47.0),
                        new PortFinding(Protocol.FTP, 21, PortState.WRONG_SERVICE, "", Set.of(), 43.0),
                        new PortFinding(Protocol.HTTP, 80, PortState.FILTERED, "", Set.of(), null)));
        PathFacts silent = PathFacts.unknown(PathFacts.Kind.INTERNET);
        assertThat(SurveyInputs.of(found("/x", null, "sftp://b.example/x", far, silent))
                        .rttMillis())
                .isEqualTo(43);
        assertThat(SurveyInputs.of(found("sftp://b.example/x", far, "/x", null, silent))
                        .rttMillis())
                .as("from there")
                .isEqualTo(43);
        assertThat(SurveyInputs.of(found("/x", null, "sftp://b.example/x", far, PATH))
                        .rttMillis())
                .as("echoes wait for no server")
                .isEqualTo(70);
        HostFindings nothing =
                new HostFindings("b.example", List.of("192.0.2.1"), far.ports().subList(2, 3));
        assertThat(SurveyInputs.of(found("/x", null, "sftp://b.example/x", nothing, silent))
                        .rttMillis())
                .isNull();
    }

    private static Survey found(
            String source,
            @Nullable HostFindings atSource,
            String destination,
            @Nullable HostFindings atDestination,
            PathFacts path)
            throws Exception {
        return new Survey(
                new ProtocolUsability.Ends(
                        EndpointParser.parse(source), atSource, EndpointParser.parse(destination), atDestination),
                end("a.example", atSource == null),
                end("b.example", atDestination == null),
                Optional.empty(),
                List.of(path));
    }

    /** With 0.4 of a processor at the remote host two seconds of this machine's start were forecast five times as long. */
    @Test
    void theProgramStartsOnThisMachineWhateverTheRemoteHostHas() throws Exception {
        HostFacts few = facts(0, 0).withQuota(0.4);
        Survey plain = survey("/x", "sftp://b.example/x", "192.0.2.1", PATH);
        Survey upload = new Survey(
                plain.ends(),
                new Survey.End(facts(0, 0), Optional.empty(), true, List.of()),
                new Survey.End(few, Optional.empty(), false, List.of()),
                Optional.empty(),
                List.of(PATH));
        EndpointCosts costs = EndpointCosts.of("sftp", 1L << 30, SurveyInputs.of(upload));
        assertThat(costs.setupSeconds()).isBetween(1.0, 1.3);
        assertThat(costs.bitsPerSecond())
                .as("at the slower host")
                .isEqualTo(.4 * Protocols.transport("sftp").endsBitsPerSecond());
        Survey held = new Survey(
                plain.ends(),
                new Survey.End(few, Optional.empty(), true, List.of()),
                new Survey.End(facts(0, 0), Optional.empty(), false, List.of()),
                Optional.empty(),
                List.of(PATH));
        assertThat(EndpointCosts.of("sftp", 1L << 30, SurveyInputs.of(held)).setupSeconds())
                .isGreaterThan(2.5);
    }

    private static HostFacts facts(double load, int running) {
        return new HostFacts(
                "here",
                List.of(),
                null,
                null,
                null,
                null,
                null,
                HostFacts.LOCAL,
                load,
                2,
                null,
                running,
                0,
                null,
                null,
                null,
                null);
    }

    private static Survey local(double load, int running) throws Exception {
        return local(facts(load, running), facts(load, running));
    }

    private static Survey local(HostFacts source, HostFacts destination) throws Exception {
        ProtocolUsability.Ends ends =
                new ProtocolUsability.Ends(EndpointParser.parse("/x"), null, EndpointParser.parse("/y"), null);
        return new Survey(
                ends,
                new Survey.End(source, Optional.empty(), true, List.of()),
                new Survey.End(destination, Optional.empty(), true, List.of()),
                Optional.empty(),
                List.of());
    }
}
