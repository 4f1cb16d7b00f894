package org.waybill.client.workflow;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.dataset.LocalCounter;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.TrainFacts;
import org.waybill.client.probe.bandwidth.EndTransfers;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.client.workflow.ranking.StoreTimer;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.PathSurveyor;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.SftpStore;
import org.waybill.engine.testserver.SshServer;
import org.waybill.planner.forecast.Evidence;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** What an advisor asks and measures at both ends and between them, and what it goes without. */
class MeasuredAdviceTest extends AdvisorCase {
    @Test
    void theUsualAdvisorAsksTheFarEndForTheSize() throws Exception {
        Files.write(directory.resolve("big"), new byte[12_345]);
        try (SshServer server = SshServer.start(directory)) {
            Endpoint from = new Endpoint(server.location(directory + "/big"), true);
            Advisor.AdviceResult adviceResult =
                    usual(server, note -> {}).advise(AdviceRequest.of(from, EndpointParser.parse(directory + "/copy")));
            assertThat(adviceResult.counted()).contains(new DatasetSize(new Dataset(12_345, 1), false, true));
            assertThat(adviceResult.advice().source().basis()).isEqualTo(HostFacts.SSH);
            assertThat(adviceResult.candidates())
                    .hasSameSizeAs(adviceResult.advice().workflows());
            Endpoint missing = new Endpoint(server.location(directory + "/absent"), true);
            TransferException failure = catchThrowableOfType(
                    TransferException.class,
                    () -> usual(server, note -> {}).advise(AdviceRequest.of(missing, EndpointParser.parse("copy"))));
            assertThat(failure.reason()).isEqualTo(Reason.NOT_FOUND);
        }
    }

    @Test
    void timesTransfersOfGrowingSizeOverARealServer() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            StoreTimer timer = new StoreTimer(
                    new EndTransfers(
                            List.of(SftpStore.provider(server.credentials(), null)), null, ProbeContext.system()),
                    ProbeContext.system(),
                    null,
                    note -> {});
            Candidate push = new Candidate(
                    Tool.SFTP,
                    Protocol.SFTP,
                    "sftp",
                    Location.local("x"),
                    server.location(directory + "/probe-target"),
                    List.of(),
                    1,
                    false,
                    true,
                    true);
            assertThat(timer.time(push, new TransferBudget(4 << 20, Duration.ofSeconds(30))))
                    .hasValueSatisfying(fit -> assertThat(fit.bitsPerSecond()).isBetween(1e6, 1e12));
            try (var left = Files.list(directory)) {
                assertThat(left).noneMatch(file -> file.toString().contains("waybill-probe"));
            }
        }
    }

    /** It was written to the debug log only; the rest of the advice is given all the same. */
    @Test
    void aServerThatClosesAfterItsBannerIsSaidToInOneLine() throws Exception {
        List<String> notes = Collections.synchronizedList(new ArrayList<>());
        try (SshServer server = SshServer.start(directory);
                ServerSocket closing = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
            Thread.ofVirtual().start(() -> {
                while (!closing.isClosed()) {
                    try (Socket client = closing.accept()) {
                        client.getOutputStream().write("SSH-2.0-OpenSSH_9.9\r\n".getBytes(US_ASCII));
                    } catch (IOException _) {
                        continue; // it is what the test is about, or its end
                    }
                }
            });
            Location far = new Location("sftp", "user", "127.0.0.1", closing.getLocalPort(), directory + "/x");
            StoreTimer timer = new StoreTimer(
                    new EndTransfers(
                            List.of(SftpStore.provider(server.credentials(), null)), null, ProbeContext.system()),
                    ProbeContext.system(),
                    null,
                    notes::add);
            Candidate push = new Candidate(
                    Tool.SFTP, Protocol.SFTP, "sftp", Location.local("x"), far, List.of(), 1, false, true, true);
            assertThat(timer.time(push, new TransferBudget(4 << 20, Duration.ofSeconds(5))))
                    .isEmpty();
            assertThat(notes)
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith("no test transfers by sftp: ")
                    .doesNotContain("\n");

            Advice advice = usual(server, notes::add)
                    .advise(AdviceRequest.of(
                            EndpointParser.parse(Files.write(directory.resolve("y"), new byte[9])
                                    .toString()),
                            new Endpoint(far, true)))
                    .advice();
            assertThat(advice.source().totalMemoryBytes()).isPositive();
            assertThat(advice.protocols()).isNotEmpty();
        }
    }

    /** The clock says after the first look that much time has passed, so that the test need not wait for it. */
    @Test
    void whatAnEndDoesNotTellInTimeIsUnknownAndTheAdviceIsGiven() throws Exception {
        Path file = Files.write(directory.resolve("x"), new byte[5000]);
        AtomicInteger asked = new AtomicInteger();
        InstantSource late = () -> Instant.EPOCH.plusSeconds(asked.getAndIncrement() == 0 ? 0 : 60);
        List<String> notes = Collections.synchronizedList(new ArrayList<>());
        try (SshServer server = SshServer.start(directory)) {
            Advisor advisor = new Advisor(new AdvisorPorts(
                    HostResolver.system(Duration.ofSeconds(5)),
                    PATIENT,
                    null,
                    Duration.ofSeconds(5),
                    (end, port, _) -> {
                        Thread.sleep(Duration.ofMinutes(1));
                        return HostFacts.unknown("slow", List.of());
                    },
                    new LocalCounter(1_000_000, Duration.ofSeconds(2)),
                    PathSurveyor.NONE,
                    TransferTimer.NONE,
                    tool -> true,
                    late,
                    notes::add));
            Advice advice = advisor.advise(AdviceRequest.of(
                            EndpointParser.parse(file.toString()),
                            EndpointParser.parse("sftp://127.0.0.1:" + server.port() + directory + "/out/")))
                    .advice();
            assertThat(advice.workflows()).extracting(Workflow::transport).contains("sftp");
            assertThat(advice.destination().totalMemoryBytes()).isNull();
            assertThat(notes).anyMatch(note -> note.contains("no answer in time: memory, disk and load of 127.0.0.1"));
        }
    }

    /** Of all options to that host, by whatever server. */
    @Test
    void packetTrainsAreExchangedWithTheNodeThatDiscoveryFindsAndAreAReason() throws Exception {
        Path file = Files.write(directory.resolve("x"), new byte[3_000_000]);
        TrainFacts trains = new TrainFacts(
                new TrainFacts.Direction(94e6, 94e6, 1, 9), new TrainFacts.Direction(10e6, 10e6, 1, 9), 500_000);
        Advisor advisor = new Advisor(new AdvisorPorts(
                host -> List.of(InetAddress.ofLiteral("192.0.2.1")),
                hosts -> hosts.stream()
                        .map(host -> new HostFindings(
                                host.host(),
                                List.of("192.0.2.1"),
                                host.targets().stream()
                                        .map(target -> new PortFinding(
                                                target.protocol(), target.port(), PortState.OPEN, "", Set.of(), 20.0))
                                        .toList()))
                        .toList(),
                null,
                Duration.ofSeconds(5),
                (end, _, _) -> HostFacts.unknown(end.host(), List.of()),
                new LocalCounter(1_000_000, Duration.ofSeconds(2)),
                far -> List.of(
                        far.node().port(Duration.ofSeconds(5)) == Protocol.NODE_PORT
                                ? PathFacts.unknown(PathFacts.Kind.INTERNET).with(trains, Instant.EPOCH)
                                : PathFacts.unknown(PathFacts.Kind.INTERNET)),
                TransferTimer.NONE,
                tool -> true,
                InstantSource.system(),
                note -> {}));
        Advice advice = advisor.advise(AdviceRequest.of(
                        EndpointParser.parse(file.toString()), EndpointParser.parse("far.example.org:/data/x")))
                .advice();
        for (String transport : List.of("tcp", "sftp")) {
            Workflow option = advice.workflows().stream()
                    .filter(one -> one.transport().equals(transport))
                    .findFirst()
                    .orElseThrow();
            assertThat(option.estimate().evidence()).isEqualTo(Evidence.TRAINS);
            assertThat(option.reasons())
                    .contains(new Remark(
                            ReasonCode.PACKET_TRAINS, "packet trains: capacity 94.0 Mbit/s there, 10.0 Mbit/s back"));
        }
    }

    /** Without any service; by its clock a minute more is left than there is usually, for a log-in that takes long. */
    private static Advisor usual(SshServer server, Consumer<String> notes) {
        AdvisorPorts ports = AdvisorFactory.ports(null, Duration.ofSeconds(1), server.credentials(), null, null, notes);
        AtomicBoolean asked = new AtomicBoolean();
        InstantSource early = () -> Instant.EPOCH.plusSeconds(asked.getAndSet(true) ? 0 : 60);
        return new Advisor(new AdvisorPorts(
                ports.resolver(),
                PATIENT,
                null,
                ports.servicePatience(),
                ports.hosts(),
                ports.datasets(),
                ports.paths(),
                ports.timer(),
                ports.installed(),
                early,
                notes));
    }
}
