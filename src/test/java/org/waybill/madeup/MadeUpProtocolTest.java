package org.waybill.madeup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.madeup.HeronProtocol.HERON;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Waybill;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.Transports;
import org.waybill.client.credentials.Account;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.Candidates;
import org.waybill.client.workflow.option.OptionTraits;
import org.waybill.client.workflow.option.Security;
import org.waybill.client.workflow.ranking.OptionEstimator;
import org.waybill.desktop.endpoint.EndpointsViewModel;
import org.waybill.protocol.Protection;
import org.waybill.protocol.Protocols;

/** What is registered once is known everywhere: to parser, advice, vault, help and desktop. */
class MadeUpProtocolTest {
    private static final String URL = "heron://user@dtn.example.org/data/run7";

    @Test
    void theParserKnowsItsSchemeAndPort() throws Exception {
        Endpoint end = EndpointParser.parse(URL);
        assertThat(end.format()).isEqualTo(URL);
        assertThat(end.port()).isEqualTo(4711);
        assertThat(Protection.of("heron")).isEqualTo(Protection.ENCRYPTED);
    }

    @Test
    void itIsAnOptionOfAdvice() throws Exception {
        HostFindings open = new HostFindings(
                "dtn.example.org",
                List.of("192.0.2.1"),
                List.of(new PortFinding(HERON, 4711, PortState.OPEN, "", Set.of(), 1.0)));
        ProtocolUsability.Ends ends =
                new ProtocolUsability.Ends(EndpointParser.parse("/tmp/run7"), null, EndpointParser.parse(URL), open);

        List<Candidate> options = Candidates.of(ends, ProtocolUsability.judge(ends), 0, false);

        assertThat(options).singleElement().satisfies(option -> {
            assertThat(option.transport()).isEqualTo("heron");
            assertThat(Security.of(option)).isEqualTo(Security.ENCRYPTED);
            assertThat(OptionEstimator.reckoned(option))
                    .as("connections, not the engine's")
                    .isEqualTo(1);
            assertThat(OptionTraits.of(option, true).pipelines()).isFalse();
        });
        assertThat(Protocols.transport("heron").setupRoundTrips()).isEqualTo(3);
    }

    @Test
    void theVaultKeepsItsPasswords() {
        assertThat(new Account("heron", "dtn.example.org", 0, "user", Instant.EPOCH).port())
                .isEqualTo(4711);
    }

    private static String said(Path home, String... command) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
        Waybill.run(new Terminal(out, out, false, false, 100, Map.of("WAYBILL_HOME", home.toString())), command);
        return text.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theHelpNamesIt(@TempDir Path home) throws Exception {
        assertThat(said(home, "help")).contains("davs:", "heron:");
        assertThat(said(home, "help", "move")).contains("heron");
        assertThat(said(home, "probe", "bandwidth", "--method", "transfers", "srm://dtn.example.org/data/"))
                .contains("cannot run test transfers with srm://dtn.example.org", "davs, waybill, heron");
        assertThat(Transports.locate(EndpointParser.parse("dtn.example.org:run7"), "heron")
                        .port())
                .isZero();
    }

    @Test
    void theDesktopOffersIt() {
        assertThat(EndpointsViewModel.PREFERABLE).contains(HERON);
    }
}
