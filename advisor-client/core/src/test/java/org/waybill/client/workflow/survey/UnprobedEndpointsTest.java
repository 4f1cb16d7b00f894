package org.waybill.client.workflow.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.platform.Proxies;

/** Advice where only a proxy gets to an endpoint. */
class UnprobedEndpointsTest {
    private static final Proxies PROXIES =
            Proxies.of(Map.of("all_proxy", "socks5h://proxy.example:1080", "no_proxy", "near.example"));

    /** Knows no name, and finds nothing. @param directory what the source is */
    private static AdvisorPorts nowhere(boolean directory) {
        return new AdvisorPorts(
                host -> {
                    throw HostAddresses.unknown(host, new UnknownHostException(host));
                },
                hosts -> hosts.stream()
                        .map(one -> new HostFindings(one.host(), List.of(), List.of()))
                        .toList(),
                null,
                Duration.ZERO,
                (end, _, _) -> HostFacts.unknown(end.host(), List.of()),
                _ -> Optional.of(new DatasetSize(new Dataset(1_000_000, 1), directory, true)),
                PathSurveyor.NONE,
                TransferTimer.NONE,
                _ -> true,
                InstantSource.system(),
                _ -> {});
    }

    private static Advice advise(String source, String destination) throws Exception {
        return advise(source, destination, false);
    }

    private static Advice advise(String source, String destination, boolean directory) throws Exception {
        AdviceRequest request = AdviceRequest.of(EndpointParser.parse(source), EndpointParser.parse(destination));
        return new Advisor(UnprobedEndpoints.of(request, PROXIES).within(nowhere(directory)))
                .advise(request)
                .advice();
    }

    /** Without WebDAV a web server has no directories. */
    @Test
    void aDirectoryIsCopiedByWhatTheNamedProtocolHasForDirectories(@TempDir Path directory) throws Exception {
        for (String place : List.of("https://far.example/x/", "http://far.example:8080/x/", "sftp://far.example/x/")) {
            assertThat(advise(directory.toString(), place, true).workflows())
                    .as(place)
                    .anyMatch(Workflow::movable);
            assertThat(advise(place, directory.toString(), true).workflows())
                    .as(place)
                    .anyMatch(Workflow::movable);
        }
        assertThat(advise("/nowhere/x", "https://far.example/x").protocols())
                .as("of a file nothing is assumed but what was named")
                .extracting(ProtocolFacts::name)
                .containsExactly("https");
    }

    @Test
    void aProxyThatDoesNotAnswerIsNamedInOneLine() throws Exception {
        Proxies gone = Proxies.of(Map.of("all_proxy", "socks5://127.0.0.1:9", "no_proxy", "near.example"));
        UnprobedEndpoints.requireProxies(
                List.of(EndpointParser.parse("/nowhere/x"), EndpointParser.parse("sftp://near.example/x")), gone);
        assertThatThrownBy(() -> UnprobedEndpoints.requireProxies(
                        List.of(EndpointParser.parse("user@far.example:x"), EndpointParser.parse("/nowhere/x")), gone))
                .isInstanceOf(TransferException.class)
                .hasMessageStartingWith("the proxy socks5://127.0.0.1:9 (all_proxy) cannot be reached: ");
    }

    @Test
    void theNamedProtocolIsAnOptionWithoutAForecast() throws Exception {
        for (String place : List.of(
                "https://far.example/x", "user@far.example:x", "ftp://far.example:2121/x", "waybill://far.example/x")) {
            Advice up = advise("/nowhere/x", place);
            Workflow best = up.workflows().getFirst();
            assertThat(best.estimate().isKnown()).isFalse();
            assertThat(up.warnings())
                    .as("no host is called unreachable that nobody asked")
                    .extracting(Remark::code)
                    .doesNotContain(ReasonCode.HOST_UNREACHABLE, ReasonCode.PATH_UNKNOWN);
            ProtocolFacts facts = up.protocols().getFirst();
            assertThat(facts.name())
                    .isEqualTo(EndpointParser.parse(place).location().scheme());
            assertThat(facts.reason()).contains("was not probed");
            assertThat(facts.destinationOpen()).as("nobody looked").isNull();
            assertThat(advise(place, "/nowhere/x").workflows()).isNotEmpty();
        }
    }

    @Test
    void endsThatAreReachedStraightAreLookedForAsEver() {
        for (String place : List.of("https://near.example/x", "srm://far.example/x")) {
            assertThatThrownBy(() -> advise("/nowhere/x", place))
                    .isInstanceOf(TransferException.class)
                    .hasMessageContaining("unknown host");
        }
    }
}
