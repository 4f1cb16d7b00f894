package org.waybill.client.workflow.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.api.circuit.ReservedPath;
import org.waybill.client.dataset.LocalCounter;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.DiscoveryBudget;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.FakeService;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.script.Step;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.PathSurveyor;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;

/** Circuits among the ways, to a real node on this machine; the provisioning system's offers are a test's. */
class PlannedCircuitAdviceTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final long SIZE = 100_000_000_000L;

    @TempDir
    Path directory;

    private final FakeService service = new FakeService();
    private WaybillNode node;
    private Path file;

    @BeforeEach
    void start() throws Exception {
        file = Files.write(directory.resolve("x"), new byte[100]);
        node = WaybillNode.start(
                NodeSettings.onLoopback(directory.resolve("home"), Files.createDirectory(directory.resolve("data")))
                        .withListen(new InetSocketAddress("127.0.0.1", 0)));
        // 100 GB in 1000 s: 800 Mbit/s without a circuit
        service.history = Map.of("tcp", 1000.0);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private static CircuitOffer offer(CircuitQuote first, CircuitQuote shortest, QuoteBasis basis) {
        return offer(ProvisioningKind.OSCARS_REST, first, shortest, basis, null);
    }

    private static CircuitOffer offer(
            ProvisioningKind kind, CircuitQuote first, CircuitQuote shortest, QuoteBasis basis, Double setUpSeconds) {
        return new CircuitOffer(
                "ESnet",
                kind,
                "lbl-mr2.es.net",
                "fnal-mr2",
                basis,
                first,
                shortest,
                new ReservedPath(10e9, 10e9, null, List.of("lbl-mr2.es.net", "fnal-mr2")),
                null,
                first == null ? "no circuit carries that much" : "",
                setUpSeconds);
    }

    private static CircuitQuote quote(long inSeconds, double rate) {
        Instant start = NOW.plusSeconds(inSeconds);
        return new CircuitQuote(
                start, start.plusSeconds((long) (SIZE * 8.8 / rate)), rate, List.of("lbl-mr2.es.net", "fnal-mr2"));
    }

    private Advice advise(long size) throws Exception {
        return advise(size, false);
    }

    private Advice advise(long size, boolean dedicated) throws Exception {
        AdvisorPorts ports = new AdvisorPorts(
                host -> List.of(InetAddress.ofLiteral(host.equals("lbl-mr2.es.net") ? "192.0.2.1" : host)),
                new Discovery(DiscoveryBudget.USUAL),
                service,
                Duration.ofSeconds(5),
                (end, port, _) -> HostFacts.unknown(end.host(), List.of()),
                new LocalCounter(10, Duration.ofSeconds(2)),
                PlannedCircuitAdviceTest::survey,
                TransferTimer.NONE,
                tool -> true,
                InstantSource.fixed(NOW),
                note -> {});
        return new Advisor(ports)
                .advise(new AdviceRequest(
                        EndpointParser.parse(file.toString()),
                        EndpointParser.parse(
                                "waybill://127.0.0.1:" + node.address().getPort() + "/x"),
                        size,
                        List.of(),
                        false,
                        null,
                        dedicated,
                        0,
                        List.of(),
                        EntryFilter.ALL))
                .advice();
    }

    /** 2 Gbit/s from here to the ingress. */
    private static List<PathFacts> survey(PathSurveyor.Far far) {
        return far.host().equals("lbl-mr2.es.net")
                ? List.of(new PathFacts(PathFacts.Kind.INTERNET, List.of(), 1.0, 2e9, "icmp", NOW, 9, 5.0))
                : List.of();
    }

    private static Optional<Workflow> over(Advice advice, PlannedCircuit.Aim aim, String transport) {
        return advice.workflows().stream()
                .filter(option -> option.circuit() != null
                        && option.circuit().aim() == aim
                        && option.transport().equals(transport))
                .findFirst();
    }

    @Test
    void bothQuotesAreWaysAndTheSoonerOneIsFirst() throws Exception {
        service.offers = List.of(offer(quote(0, 2e9), quote(3600, 10e9), QuoteBasis.AVAILABILITY));
        Advice advice = advise(SIZE);
        Workflow best = advice.workflows().getFirst();
        assertThat(best.circuit()).isNotNull();
        assertThat(best.circuit().aim()).isEqualTo(PlannedCircuit.Aim.EARLIEST_FINISH);
        assertThat(best.circuit().system()).isEqualTo("ESnet");
        // 800 Gbit at 2 Gbit/s, 60 s of signalling, and what the transport costs
        assertThat(best.estimate().secondsP50()).isBetween(455.0, 560.0);
        assertThat(best.reasons())
                .extracting(Remark::code)
                .contains(
                        ReasonCode.RESERVED_CIRCUIT,
                        ReasonCode.FORECAST_CIRCUIT,
                        ReasonCode.CIRCUIT_PAYS,
                        ReasonCode.SHORTEST_TIME)
                .doesNotContain(ReasonCode.CAPACITY_ONLY, ReasonCode.SCRIPT_ONLY);
        assertThat(over(advice, PlannedCircuit.Aim.SHORTEST_DURATION, "tcp")).isEmpty();
        assertThat(advice.paths()).anySatisfy(path -> {
            assertThat(path.kind()).isEqualTo(PathFacts.Kind.RESERVED);
            assertThat(path.bottleneckBitsPerSecond()).isEqualTo(2e9);
            assertThat(path.hops()).extracting(hop -> hop.name()).containsExactly("lbl-mr2.es.net", "fnal-mr2");
        });
    }

    @Test
    void theRateToTheIngressBoundsTheForecast() throws Exception {
        service.offers = List.of(offer(quote(0, 10e9), null, QuoteBasis.AVAILABILITY));
        Workflow option = over(advise(SIZE), PlannedCircuit.Aim.BOTH, "tcp").orElseThrow();
        assertThat(option.circuit().accessBitsPerSecond()).isEqualTo(2e9);
        assertThat(option.circuit().expectedBitsPerSecond()).isEqualTo(2e9);
        assertThat(option.estimate().secondsP50()).isGreaterThan(SIZE * 8 / 2e9);
        assertThat(service.quoted).last().satisfies(query -> {
            assertThat(query.accessBitsPerSecond()).isEqualTo(2e9);
            assertThat(query.bytes()).as("some time longer than the transfer").isGreaterThan(SIZE + SIZE / 10);
        });
    }

    /** The owner of a network of its own has to set up its switches, which takes minutes. */
    @Test
    void aBuiltInCircuitPaysLaterByItsSetUpTime() throws Exception {
        CircuitQuote quote = quote(0, 10e9);
        service.offers = List.of(offer(ProvisioningKind.BUILT_IN, quote, null, QuoteBasis.AVAILABILITY, null));
        PlannedCircuit atOnce =
                over(advise(SIZE), PlannedCircuit.Aim.BOTH, "tcp").orElseThrow().circuit();
        assertThat(atOnce.waitSeconds()).isZero();
        service.offers = List.of(offer(ProvisioningKind.BUILT_IN, quote, null, QuoteBasis.AVAILABILITY, 300.0));
        PlannedCircuit later =
                over(advise(SIZE), PlannedCircuit.Aim.BOTH, "tcp").orElseThrow().circuit();
        assertThat(later.waitSeconds()).isEqualTo(300);
        assertThat(later.readyAt(NOW)).isEqualTo(NOW.plusSeconds(300));
        // 300 s + 8 V / 2 Gbit/s = 8 V / 800 Mbit/s
        assertThat(later.breakEvenBytes()).isBetween(49_000_000_000L, 51_000_000_000L);
        assertThat(service.quoted)
                .last()
                .satisfies(query -> assertThat(query.bytes())
                        .as("its time includes the set-up, at 2 Gbit/s")
                        .isEqualTo(Math.round(SIZE * 1.1 + 330 * 2e9 / 8)));
        service.offers = List.of(offer(ProvisioningKind.BUILT_IN, quote, null, QuoteBasis.AVAILABILITY, 700.0));
        assertThat(advise(SIZE).warnings()).extracting(Remark::code).contains(ReasonCode.CIRCUIT_DOES_NOT_PAY);
    }

    @Test
    void withoutACircuitPlutIsAWayOnlyOnAPathSaidToBeDedicated() throws Exception {
        assertThat(advise(SIZE).workflows())
                .extracting(Workflow::transport)
                .contains("tcp")
                .doesNotContain("plut");
        assertThat(advise(SIZE, true).workflows())
                .filteredOn(option -> option.transport().equals("plut"))
                .singleElement()
                .satisfies(option -> {
                    assertThat(option.circuit()).isNull();
                    assertThat(option.reasons()).extracting(Remark::code).contains(ReasonCode.DEDICATED_PATH);
                });
    }

    @Test
    void theStepsHoldCommitMoveAndRelease() throws Exception {
        service.offers = List.of(offer(quote(0, 2e9), null, QuoteBasis.AVAILABILITY));
        Workflow option = over(advise(SIZE), PlannedCircuit.Aim.BOTH, "plut").orElseThrow();
        assertThat(option.movable()).as("by 'move --circuit'").isTrue();
        assertThat(option.steps())
                .extracting(Step::command)
                .anySatisfy(hold -> assertThat(hold)
                        .contains("waybill reserve hold --system ESnet --start 2026-03-01T12:00:00Z --end ")
                        .contains("--rate 2000000000 -- "))
                .contains("waybill reserve commit --wait 60 ID", "waybill reserve release ID")
                .anySatisfy(move ->
                        assertThat(move).startsWith("waybill copy --transport plut --dedicated --rate 2000000000 -- "));
        assertThat(option.reasons()).extracting(Remark::code).contains(ReasonCode.DEDICATED_PATH);
    }

    @Test
    void belowTheBreakEvenSizeThereIsNoWayButARemark() throws Exception {
        service.offers = List.of(offer(quote(0, 2e9), null, QuoteBasis.AVAILABILITY));
        service.history = Map.of("tcp", 1.0);
        Advice advice = advise(100_000_000L);
        assertThat(advice.workflows())
                .allSatisfy(option -> assertThat(option.circuit()).isNull());
        assertThat(advice.warnings()).extracting(Remark::code).containsOnlyOnce(ReasonCode.CIRCUIT_DOES_NOT_PAY);
        assertThat(advice.paths()).noneMatch(path -> path.kind() == PathFacts.Kind.RESERVED);
    }

    @Test
    void aSystemWithoutACircuitIsARemark() throws Exception {
        service.offers = List.of(offer(null, null, QuoteBasis.AVAILABILITY));
        assertThat(advise(SIZE).warnings())
                .contains(new Remark(ReasonCode.CIRCUIT_UNAVAILABLE, "ESnet: no circuit carries that much"));
    }

    @Test
    void aQuoteFromCapacitiesSaysSo() throws Exception {
        service.offers = List.of(offer(quote(0, 2e9), null, QuoteBasis.CAPACITY));
        assertThat(over(advise(SIZE), PlannedCircuit.Aim.BOTH, "tcp")
                        .orElseThrow()
                        .reasons())
                .extracting(Remark::code)
                .contains(ReasonCode.CAPACITY_ONLY);
    }
}
