package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.waybill.api.HostProfile;
import org.waybill.api.NearbyHost;
import org.waybill.api.ServiceEndpoint;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.SshServer;
import org.waybill.protocol.Protocol;

/** Advice with a service: what its history and its catalogue add. */
class ServiceAdviceTest extends AdvisorCase {
    @Test
    void followsTheHistoryAndTellsTheCatalogueWhatItFound() throws Exception {
        Path file = Files.write(directory.resolve("x"), new byte[5000]);
        FakeService service = new FakeService();
        service.history = Map.of("scp", 2.0, "sftp", 30.0, "rsync+ssh", 40.0);
        ServiceEndpoint gridFtp = new ServiceEndpoint(Protocol.GSIFTP, "dtn.example.org", 2811, "", null);
        service.profiles = Map.of(
                "127.0.0.1",
                new HostProfile(
                        "127.0.0.1",
                        "FNAL",
                        "Fermilab",
                        null,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(new NearbyHost("dtn.example.org", "FNAL", null, 3.0, List.of(gridFtp)))));
        try (SshServer server = SshServer.start(directory)) {
            Endpoint to = EndpointParser.parse("sftp://127.0.0.1:" + server.port() + directory + "/y");
            Advice advice = advisor(service)
                    .advise(AdviceRequest.of(EndpointParser.parse(file.toString()), to))
                    .advice();
            assertThat(advice.workflows().getFirst()).satisfies(best -> {
                assertThat(best.transport()).isEqualTo("scp");
                assertThat(best.estimate().forecastId()).isEqualTo("f-scp");
                assertThat(best.reasons()).extracting(Remark::code).contains(ReasonCode.FORECAST_HISTORY);
            });
            assertThat(service.asked).allSatisfy(query -> {
                assertThat(query.sourceHost()).isEqualTo(LocalAddresses.name());
                assertThat(query.destinationHost()).isEqualTo("127.0.0.1");
                assertThat(query.bytes()).isEqualTo(5000);
            });
            assertThat(advice.suggestedDestinations())
                    .singleElement()
                    .satisfies(host -> assertThat(host.url()).isEqualTo("gsiftp://dtn.example.org/"));
            assertThat(advice.warnings())
                    .extracting(Remark::code)
                    .contains(ReasonCode.NEARBY_SERVICES)
                    .doesNotContain(ReasonCode.SERVICE_UNAVAILABLE);
            assertThat(advice.destination().place()).isNotNull();
            Awaiting.until(() -> service.reported.stream().anyMatch(found -> found.port() == server.port()));
        }
    }

    @Test
    void listsTheCataloguesRelaysBehindTheDirectWay() throws Exception {
        Path file = Files.write(directory.resolve("x"), new byte[5000]);
        Path data = Files.createDirectory(directory.resolve("data"));
        FakeService service = new FakeService();
        service.profiles = Map.of(
                "127.0.0.1",
                new HostProfile(
                        "127.0.0.1", "", "", null, List.of(), List.of(), List.of("relay.example.org:7411"), List.of()));
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(directory.resolve("home"), data)
                .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            Endpoint to =
                    EndpointParser.parse("waybill://127.0.0.1:" + node.address().getPort() + "/x");
            Advice advice = advisor(service)
                    .advise(AdviceRequest.of(EndpointParser.parse(file.toString()), to))
                    .advice();
            assertThat(advice.destination())
                    .as("this machine under another name")
                    .satisfies(facts -> {
                        assertThat(facts.basis()).isEqualTo(HostFacts.LOCAL);
                        assertThat(facts.cpus()).isPositive();
                        assertThat(facts.freeDiskBytes())
                                .as("only the node knows where its data lie")
                                .isNull();
                    });
            assertThat(advice.warnings())
                    .extracting(Remark::code)
                    .doesNotContain(ReasonCode.HOST_PROFILE_UNKNOWN, ReasonCode.BANDWIDTH_UNKNOWN);
            List<Workflow> options = advice.workflows();
            assertThat(options.getFirst().via()).isEmpty();
            assertThat(options).anySatisfy(option -> {
                assertThat(option.via()).containsExactly("relay.example.org:7411");
                assertThat(option.estimate().isKnown())
                        .as("nobody has tried it")
                        .isFalse();
                assertThat(option.steps())
                        .anySatisfy(step ->
                                assertThat(step.command()).contains("--via").contains("relay.example.org:7411"));
            });
        }
    }

    @Test
    void judgesTheDeadline() throws Exception {
        Path file = Files.write(directory.resolve("x"), new byte[5000]);
        FakeService service = new FakeService();
        service.history = Map.of("scp", 60.0, "sftp", 3000.0);
        try (SshServer server = SshServer.start(directory)) {
            Endpoint to = EndpointParser.parse("sftp://127.0.0.1:" + server.port() + directory + "/y");
            AdviceRequest request = new AdviceRequest(
                    EndpointParser.parse(file.toString()),
                    to,
                    null,
                    List.of(),
                    false,
                    Instant.now().plusSeconds(600),
                    false,
                    0,
                    List.of(),
                    EntryFilter.ALL);
            Advice advice = advisor(service).advise(request).advice();
            assertThat(codes(advice, "scp")).contains(ReasonCode.MEETS_DEADLINE);
            assertThat(codes(advice, "sftp")).contains(ReasonCode.WOULD_MISS_DEADLINE);
            assertThat(advice.warnings()).extracting(Remark::code).doesNotContain(ReasonCode.DEADLINE_OUT_OF_REACH);
        }
    }

    private static List<ReasonCode> codes(Advice advice, String tool) {
        return advice.workflows().stream()
                .filter(workflow -> workflow.tool().equals(tool))
                .findFirst()
                .orElseThrow()
                .reasons()
                .stream()
                .map(Remark::code)
                .toList();
    }
}
