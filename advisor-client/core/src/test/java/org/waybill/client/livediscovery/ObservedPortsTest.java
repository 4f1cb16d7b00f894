package org.waybill.client.livediscovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.dataset.LocalCounter;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.PathSurveyor;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/** A whole advice under a lookout. */
@Timeout(30)
class ObservedPortsTest {
    @TempDir
    Path temp;

    private final List<ProbeTaskUpdate> seen = new CopyOnWriteArrayList<>();
    private final AtomicInteger scans = new AtomicInteger();
    private final LiveDiscovery liveDiscovery = new LiveDiscovery(seen::add);

    private Advisor.AdviceResult advise(AdviceRequest request) throws Exception {
        AdvisorPorts ports = ports((candidate, budget) -> Optional.empty());
        return new Advisor(ObservedPorts.ports(ports, request, liveDiscovery)).advise(request);
    }

    private AdvisorPorts ports(TransferTimer timer) {
        return new AdvisorPorts(
                host -> List.of(InetAddress.ofLiteral("192.0.2.7")),
                hosts -> {
                    scans.incrementAndGet();
                    return hosts.stream()
                            .map(host -> new HostFindings(
                                    host.host(),
                                    List.of("192.0.2.7"),
                                    host.targets().stream()
                                            .map(target -> new PortFinding(
                                                    target.protocol(),
                                                    target.port(),
                                                    target.protocol() == Protocol.SFTP
                                                            ? PortState.OPEN
                                                            : PortState.CLOSED,
                                                    "",
                                                    Set.of(),
                                                    12.0))
                                            .toList()))
                            .toList();
                },
                null,
                Duration.ofSeconds(1),
                (end, port, _) -> HostFacts.unknown(end.host(), List.of()),
                new LocalCounter(10, Duration.ofSeconds(1)),
                PathSurveyor.NONE,
                timer,
                tool -> true,
                InstantSource.system(),
                note -> {});
    }

    @Test
    void whatMayNotBeTimedIsNotTimedUnderObservationEither() throws Exception {
        TransferTimer refuses = new TransferTimer() {
            @Override
            public Optional<RateFit> time(Candidate candidate, TransferBudget budget) {
                throw new AssertionError("timed");
            }

            @Override
            public boolean canTime(Candidate candidate) {
                return false;
            }
        };
        AdviceRequest request =
                AdviceRequest.of(EndpointParser.parse("/tmp/x"), EndpointParser.parse("ann@host.example:/d/"));
        Candidate push = new Candidate(
                Tool.WAYBILL,
                Protocol.FTP,
                Transport.FTP.name(),
                request.source().location(),
                request.destination().location(),
                List.of(),
                0,
                false,
                false,
                true);
        assertThat(ObservedPorts.ports(ports(refuses), request, liveDiscovery)
                        .timer()
                        .canTime(push))
                .isFalse();
    }

    @Test
    void everyQuestionIsALookAndAskedOnce() throws Exception {
        Path file = Files.write(temp.resolve("data"), new byte[1000]);
        AdviceRequest request =
                AdviceRequest.of(EndpointParser.parse(file.toString()), EndpointParser.parse("sftp://host.example/d/"));
        Advisor.AdviceResult first = advise(request);
        assertThat(first.advice().workflows()).isNotEmpty();
        assertThat(seen)
                .filteredOn(ProbeTaskUpdate::isOver)
                .extracting(one -> one.look().kind())
                .containsExactlyInAnyOrder(
                        ProbeTask.Kind.ADDRESS,
                        ProbeTask.Kind.PROTOCOLS,
                        ProbeTask.Kind.SIZE,
                        ProbeTask.Kind.PATH,
                        ProbeTask.Kind.HOST,
                        ProbeTask.Kind.HOST);
        assertThat(seen)
                .filteredOn(one -> one.look().kind() == ProbeTask.Kind.PROTOCOLS && one.isOver())
                .allMatch(one -> one.look().side() == ProbeTask.Side.DESTINATION)
                .allMatch(one -> String.valueOf(one.finding()).contains("sftp"));

        int asked = scans.get();
        Advisor.AdviceResult whatIf = advise(new AdviceRequest(
                request.source(),
                request.destination(),
                null,
                List.of(Protocol.SFTP),
                true,
                null,
                false,
                8,
                List.of(),
                EntryFilter.ALL));
        assertThat(whatIf.advice().workflows()).isNotEmpty();
        // the local end has no ports to scan: asking about it costs nothing and is not remembered
        assertThat(scans.get() - asked).as("what was found is remembered").isLessThanOrEqualTo(1);
    }
}
