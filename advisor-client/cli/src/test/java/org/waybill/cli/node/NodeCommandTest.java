package org.waybill.cli.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.waybill.cli.CommandFactory;
import org.waybill.cli.command.Terminal;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.planner.admission.AdmissionLimits;
import picocli.CommandLine;

/** What a node's options say of relaying. */
class NodeCommandTest {
    private static RelaySettings relay(String... options) {
        return command(options).relaySettings();
    }

    private static NodeCommand command(String... options) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Terminal terminal = new Terminal(nowhere, nowhere, false, false, 100, Map.of());
        NodeCommand command = new NodeCommand();
        new CommandLine(command, new CommandFactory(terminal)).parseArgs(options);
        return command;
    }

    @Test
    void relaysToPublicPlacesWithoutALimitUnlessToldOtherwise() {
        assertThat(relay()).isEqualTo(RelaySettings.DEFAULT);
        assertThat(relay("--no-relay").enabled()).isFalse();
        assertThat(relay("--allow-private").innerAllowed()).isTrue();
    }

    @Test
    void theOwnersLimitIsTheRelays() {
        RelaySettings relay = relay("--allow-private", "--relay-limit", "2Gbit/s", "--dedicated-relay", "5Gbit/s");
        assertThat(relay.limitBitsPerSecond()).isEqualTo(2_000_000_000);
        assertThat(relay.datagramBitsPerSecond()).isEqualTo(5_000_000_000L);
        assertThat(relay.innerAllowed()).isTrue();
    }

    @Test
    void boundsOnConnectionsAreSetByName() {
        NodeCommand command = command("--limit", "strangers=7", "--limit", "first-byte=3");
        assertThat(command.connectionLimits())
                .isEqualTo(AdmissionLimits.DEFAULT
                        .withStrangers(7, 32, 128)
                        .withTimes(Duration.ofSeconds(3), Duration.ofSeconds(10)));
        assertThatThrownBy(() -> command("--limit", "strange=7").connectionLimits())
                .hasMessageContaining("invalid limit 'strange'");
    }

    @Test
    void aLimitOfNothingIsRefused() {
        assertThatThrownBy(() -> relay("--relay-limit", "0")).hasMessageContaining("a rate of 0 sends nothing");
    }
}
