package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
                .anyMatch(one -> one.code() == ReasonCode.HOST_UNREACHABLE && one.text().contains("in time"))
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

    private static List<Remark> warned(PortState... states) throws Exception {
        Endpoint source = EndpointParser.parse("/x");
        Endpoint destination = EndpointParser.parse("sftp://b.example/x");
        HostFindings far = new HostFindings(
                "b.example",
                List.of("192.0.2.1"),
                Stream.of(states)
                        .map(state -> new PortFinding(Protocol.SFTP, 22, state, "", Set.of(), null))
                        .toList());
        Survey survey = new Survey(
                new ProtocolUsability.Ends(source, null, destination, far),
                new Survey.End(HostFacts.unknown("here", List.of()), Optional.empty(), true, List.of()),
                new Survey.End(HostFacts.unknown("b.example", List.of()), Optional.empty(), false, List.of()),
                Optional.empty(),
                List.of());
        return new Warnings(AdviceRequest.of(source, destination), survey, List.of(), List.of(), Instant.EPOCH)
                .of(Optional.empty(), 0, List.of());
    }
}
