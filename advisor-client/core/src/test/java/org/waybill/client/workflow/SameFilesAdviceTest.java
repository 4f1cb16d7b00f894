package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.probe.bandwidth.Trend;
import org.waybill.client.probe.host.HostExaminer;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.NodePlace;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.client.workflow.script.Step;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.PathSurveyor;
import org.waybill.protocol.Protocol;

/** When it becomes known that a node shows the same files as SSH, and what the advice is until then. */
class SameFilesAdviceTest {
    private static final List<Protocol> OPEN = List.of(Protocol.SSH, Protocol.SFTP, Protocol.SCP, Protocol.WAYBILL);

    private final CountDownLatch tested = new CountDownLatch(1);
    private final List<String> notes = new ArrayList<>();

    /** A path over which the node is three times as fast as SSH. */
    private final class Transfers implements TransferTimer {
        @Override
        public boolean canTime(Candidate candidate) {
            return true;
        }

        @Override
        public Optional<RateFit> time(Candidate candidate, TransferBudget budget) {
            tested.countDown();
            double rate = candidate.protocol() == Protocol.WAYBILL ? 6e6 : 2e6;
            return Optional.of(new RateFit(rate, .9 * rate, 1.1 * rate, .1, Trend.STEADY, List.of()));
        }
    }

    /** A remote host whose check takes as long as {@code check} does. */
    private record Host(CountDownLatch check, boolean before) implements HostExaminer {
        @Override
        public HostFacts examine(Endpoint end, int sshPort, Disk disk) {
            return HostFacts.unknown(end.host(), List.of());
        }

        @Override
        public Optional<NodePlace> placeAtNode(Endpoint end, int sshPort, int nodePort, boolean receives)
                throws InterruptedException {
            check.await();
            return Optional.of(new NodePlace("/x"));
        }

        @Override
        public Optional<NodePlace> lastPlaceAtNode(Endpoint end, int sshPort, int nodePort, boolean receives) {
            return before ? Optional.of(new NodePlace("/x")) : Optional.empty();
        }
    }

    private static HostFindings found(String host) {
        return new HostFindings(
                host,
                List.of("192.0.2.1"),
                OPEN.stream()
                        .map(one -> new PortFinding(one, one.defaultPort(), PortState.OPEN, "", Set.of(), 1.0))
                        .toList());
    }

    private Workflow first(HostExaminer hosts, InstantSource clock) throws Exception {
        return first(hosts, clock, "/data/x");
    }

    private Workflow first(HostExaminer hosts, InstantSource clock, String from) throws Exception {
        AdvisorPorts ports = new AdvisorPorts(
                host -> List.of(InetAddress.ofLiteral("192.0.2.1")),
                targets -> targets.stream().map(one -> found(one.host())).toList(),
                null,
                Duration.ofSeconds(1),
                hosts,
                source -> Optional.of(new DatasetSize(new Dataset(100_000_000, 1), false, true)),
                PathSurveyor.NONE,
                new Transfers(),
                tool -> true,
                clock,
                notes::add);
        AdviceRequest request = AdviceRequest.of(EndpointParser.parse(from), EndpointParser.parse("b.example:/data/x"));
        return new Advisor(ports).advise(request).advice().workflows().getFirst();
    }

    /** Time enough for the survey, and none after it. */
    private static InstantSource late() {
        AtomicInteger asked = new AtomicInteger();
        return () -> Instant.EPOCH.plusSeconds(asked.getAndIncrement() == 0 ? 0 : 60);
    }

    /** The survey ended without the answer, and the node, three times as fast, was ranked after SSH. */
    @Test
    void anAnswerThatComesDuringTheTestTransfersCounts() throws Exception {
        assertThat(first(new Host(tested, false), InstantSource.system()).transport())
                .isEqualTo("tcp");
        assertThat(notes).noneMatch(note -> note.contains("SSH and node"));
    }

    /** A node with {@code --data-dir /data} shows SSH's /data/x as /x. */
    @Test
    void theNodesOptionNamesThePathThatWasProved() throws Exception {
        Workflow first = first(new Host(tested, false), InstantSource.system());
        assertThat(first.reasons()).noneMatch(reason -> reason.code() == ReasonCode.PATH_MAY_DIFFER);
        assertThat(first.steps()).anyMatch(step -> step.command().endsWith(" waybill://b.example/x"));
    }

    /** What the one node proves says nothing of the other: the step to pair with it was missing. */
    @Test
    void onlyWithTheNodeThatProvedItNoPairingIsShown() throws Exception {
        assertThat(first(new Host(new CountDownLatch(0), false), InstantSource.system(), "waybill://a.example/x")
                        .steps())
                .extracting(Step::command)
                .filteredOn(command -> command.startsWith("waybill pair"))
                .containsExactly("waybill pair a.example:7411");
    }

    @Test
    void withoutAnAnswerTheLastOneCountsAndElseThePathThatWasNamed() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        assertThat(first(new Host(never, true), late()).transport()).isEqualTo("tcp");
        assertThat(first(new Host(never, false), late()).transport()).isEqualTo("sftp");
        assertThat(notes).contains("no answer in time: whether SSH and node show the same");
    }
}
