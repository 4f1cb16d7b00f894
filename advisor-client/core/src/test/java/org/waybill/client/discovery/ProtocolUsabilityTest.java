package org.waybill.client.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;

/** An open port is not enough (Lu 2011, section 4.1.1.5). */
class ProtocolUsabilityTest {
    private static HostFindings host(PortFinding... findings) {
        List<PortFinding> all = new ArrayList<>(List.of(findings));
        return new HostFindings("dtn", List.of("192.0.2.1"), all);
    }

    private static PortFinding port(Protocol protocol, PortState state, Feature... features) {
        return new PortFinding(protocol, protocol.defaultPort(), state, "", Set.of(features), 1.0);
    }

    private static PortFinding open(Protocol protocol, Feature... features) {
        return port(protocol, PortState.OPEN, features);
    }

    private static ProtocolFacts judge(
            Protocol protocol,
            String from,
            @Nullable HostFindings atSource,
            String to,
            @Nullable HostFindings atDestination)
            throws TransferException {
        Endpoint source = EndpointParser.parse(from);
        Endpoint destination = EndpointParser.parse(to);
        return ProtocolUsability.judge(new ProtocolUsability.Ends(source, atSource, destination, atDestination))
                .stream()
                .filter(facts -> facts.name().equals(protocol.scheme()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void sftpCanSendAndFetch() throws TransferException {
        assertThat(judge(Protocol.SFTP, "x", null, "dtn:x", host(open(Protocol.SFTP)))
                        .available())
                .isTrue();
        assertThat(judge(Protocol.SFTP, "dtn:x", host(open(Protocol.SFTP)), "x", null)
                        .available())
                .isTrue();
    }

    @Test
    void aClosedOrStrangePortIsNotAvailableAndSaysWhy() throws TransferException {
        ProtocolFacts ftp = judge(Protocol.FTP, "x", null, "dtn:x", host(port(Protocol.FTP, PortState.CLOSED)));
        assertThat(ftp.available()).isFalse();
        assertThat(ftp.destinationOpen()).isFalse();
        assertThat(ftp.sourceOpen()).isNull();
        assertThat(ftp.reason()).contains("port 21").contains("closed");
        assertThat(judge(Protocol.FTP, "x", null, "dtn:x", host(port(Protocol.FTP, PortState.WRONG_SERVICE)))
                        .reason())
                .contains("does not answer as ftp");
        assertThat(judge(Protocol.FTP, "x", null, "dtn:x", host(port(Protocol.FTP, PortState.FILTERED)))
                        .reason())
                .contains("firewall");
    }

    @Test
    void aWebSiteIsFetchedFromButNotSentTo() throws TransferException {
        HostFindings site = host(open(Protocol.HTTPS, Feature.METHODS_LISTED));
        assertThat(judge(Protocol.HTTPS, "https://dtn/x", site, "x", null).available())
                .isTrue();
        assertThat(judge(Protocol.HTTPS, "x", null, "https://dtn/x", site).available())
                .isFalse();
        assertThat(judge(
                                Protocol.HTTPS,
                                "x",
                                null,
                                "https://dtn/x",
                                host(open(Protocol.HTTPS, Feature.METHODS_LISTED, Feature.PUT)))
                        .available())
                .isTrue();
        // it says nothing: the user's word counts
        assertThat(judge(Protocol.HTTPS, "x", null, "https://dtn/x", host(open(Protocol.HTTPS)))
                        .available())
                .isTrue();
        assertThat(judge(Protocol.HTTPS, "x", null, "dtn:x", host(open(Protocol.HTTPS)))
                        .available())
                .isFalse();
    }

    @Test
    void thirdPartyWantsBothEndsAndSaysWhichWayTheDataGo() throws TransferException {
        HostFindings both =
                host(open(Protocol.GSIFTP), open(Protocol.SFTP), open(Protocol.DAVS, Feature.DAV), open(Protocol.FTP));
        assertThat(judge(Protocol.GSIFTP, "a:x", both, "b:x", both).reason()).contains("directly");
        assertThat(judge(Protocol.FTP, "a:x", both, "b:x", both).reason()).contains("FXP");
        assertThat(judge(Protocol.SFTP, "a:x", both, "b:x", both)).satisfies(sftp -> {
            assertThat(sftp.available()).isTrue();
            assertThat(sftp.reason()).contains("through this machine");
        });
        assertThat(judge(Protocol.DAVS, "a:x", both, "b:x", both).reason()).contains("through this machine");
        assertThat(judge(Protocol.DAVS, "a:x", both, "b:x", host(open(Protocol.DAVS, Feature.DAV, Feature.COPY)))
                        .reason())
                .contains("COPY");
        assertThat(judge(Protocol.DAVS, "a:x", host(open(Protocol.DAVS, Feature.COPY)), "b:x", both)
                        .reason())
                .as("the source can send")
                .contains("COPY");
        assertThat(judge(Protocol.DAVS, "a:x", host(open(Protocol.DAVS, Feature.LOG_IN)), "b:x", both)
                        .reason())
                .contains("only after a log-in");
        assertThat(judge(Protocol.GSIFTP, "a:x", both, "b:x", host(port(Protocol.GSIFTP, PortState.CLOSED)))
                        .available())
                .isFalse();
    }

    /** "Port 443 of the source is closed" was said of {@code dav://a:9480/}, whose port 443 nobody had named. */
    @Test
    void theEndThatWasNamedForAProtocolIsWhatItLacks() throws TransferException {
        HostFindings closed = host(port(Protocol.DAVS, PortState.CLOSED));
        assertThat(judge(Protocol.DAVS, "dav://a:9480/x", closed, "davs://b/x", closed)
                        .reason())
                .isEqualTo("port 443 of the destination is closed");
        assertThat(judge(Protocol.DAVS, "davs://a/x", closed, "davs://b/x", closed)
                        .reason())
                .isEqualTo("port 443 of the source is closed");
    }

    @Test
    void usableOnesComeFirstByPerformanceAndSecurity() throws TransferException {
        List<ProtocolFacts> facts = ProtocolUsability.judge(new ProtocolUsability.Ends(
                EndpointParser.parse("x"),
                null,
                EndpointParser.parse("dtn:x"),
                host(
                        open(Protocol.FTP),
                        open(Protocol.SFTP),
                        open(Protocol.GSIFTP),
                        port(Protocol.WAYBILL, PortState.CLOSED),
                        open(Protocol.SSH))));
        assertThat(facts).extracting(ProtocolFacts::name).containsExactly("gsiftp", "sftp", "ftp", "waybill", "ssh");
    }
}
