package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.api.overlay.PathForecast;
import org.waybill.client.Explanations;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.explanation.Warnings;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.protocol.Protocol;

class WarningsTest {
    /** Seen: in 3 of 142 advices on a busy machine a time-out became "no usable protocol". */
    @Test
    void silenceIsNoProofThatNoProtocolIsUsable() throws Exception {
        assertThat(warned(PortState.FILTERED, PortState.FILTERED))
                .anyMatch(one ->
                        one.code() == ReasonCode.HOST_UNREACHABLE && one.text().contains("in time"))
                .noneMatch(one -> one.code() == ReasonCode.NO_USABLE_PROTOCOL);
        assertThat(warned(PortState.CLOSED, PortState.FILTERED))
                .as("the host is there")
                .anyMatch(one -> one.code() == ReasonCode.NO_USABLE_PROTOCOL)
                .noneMatch(one -> one.code() == ReasonCode.HOST_UNREACHABLE);
        assertThat(warned(PortState.UNREACHABLE, PortState.UNREACHABLE))
                .as("there is no route")
                .anyMatch(one -> one.code() == ReasonCode.NO_USABLE_PROTOCOL)
                .anyMatch(one -> one.code() == ReasonCode.HOST_UNREACHABLE);
    }

    @Test
    void pathsThatShareNoRelayAreNamedWithWhatUsesThemAtOnce() throws Exception {
        PathForecast direct = new PathForecast(List.of(), 60e6, 3, null, null, null, true);
        PathForecast relayed = new PathForecast(List.of("r1:7411"), 120e6, 1, 100.0, 50.0, null, true);
        PathForecast unmeasured = new PathForecast(List.of("r2:7411"), null, 0, null, 50.0, null, true);
        PathForecast harmful = new PathForecast(List.of("r3:7411"), 75e6, 1, 25.0, 50.0, 45.0, null);
        assertThat(remarks(direct, relayed, unmeasured, harmful))
                .filteredOn(one -> one.code() == ReasonCode.RELAYS_TOGETHER)
                .extracting(Remark::text)
                .containsExactly(
                        "2 paths without a common relay are forecast to carry 180 Mbit/s together if they share"
                                + " no link (direct; via r1:7411): copy --via disjoint");
        assertThat(remarks(direct, unmeasured, harmful)).noneMatch(one -> one.code() == ReasonCode.RELAYS_TOGETHER);
    }

    private static List<Remark> remarks(PathForecast... paths) throws Exception {
        return new RelayOptions(List.of(), survey(PortState.OPEN), List.of(paths)).remarks();
    }

    /** What a user may look up of what runs by the research works. */
    @Test
    void noticesOfWhatRunsAreExplained() {
        for (String code : List.of("CHANNELS", "CACHE", "CACHE_NOT_USED", "TREE", "RELAYS_TOGETHER")) {
            assertThat(Explanations.of(code)).as(code).isPresent();
        }
    }

    private static List<Remark> warned(PortState... states) throws Exception {
        Survey survey = survey(states);
        return new Warnings(
                        AdviceRequest.of(survey.ends().source(), survey.ends().destination()),
                        survey,
                        List.of(),
                        List.of(),
                        Instant.EPOCH)
                .of(Optional.empty(), 0, List.of());
    }

    private static Survey survey(PortState... states) throws Exception {
        Endpoint source = EndpointParser.parse("/x");
        Endpoint destination = EndpointParser.parse("sftp://b.example/x");
        HostFindings far = new HostFindings(
                "b.example",
                List.of("192.0.2.1"),
                Stream.of(states)
                        .map(state -> new PortFinding(Protocol.SFTP, 22, state, "", Set.of(), null))
                        .toList());
        return new Survey(
                new ProtocolUsability.Ends(source, null, destination, far),
                new Survey.End(HostFacts.unknown("here", List.of()), Optional.empty(), true, List.of()),
                new Survey.End(HostFacts.unknown("b.example", List.of()), Optional.empty(), false, List.of()),
                Optional.empty(),
                List.of());
    }
}
