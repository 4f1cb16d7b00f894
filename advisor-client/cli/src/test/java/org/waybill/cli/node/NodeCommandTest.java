package org.waybill.cli.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.cli.CommandFactory;
import org.waybill.cli.Waybill;
import org.waybill.cli.command.Terminal;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.planner.admission.AdmissionLimits;
import picocli.CommandLine;

/** What a node's options say of relaying. */
class NodeCommandTest {
    private static final Pattern PASTED = Pattern.compile("\\n  echo (\\S+) \\| waybill pair (\\S+)\\n");

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

    @Test
    void aHostWithoutANameIsReachedByItsFirstAddress() {
        assertThat(NodeCommand.nameless(List.of("192.0.2.7", "2001:db8::7"))).isEqualTo("192.0.2.7");
        assertThat(NodeCommand.nameless(List.of())).isEqualTo("127.0.0.1");
    }

    @Test
    void theLineThatItPrintsAtATerminalPairsWhereItIsPasted(@TempDir Path directory) throws Exception {
        Cli client = new Cli(directory);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream()),
                true,
                false,
                100,
                Map.of("WAYBILL_HOME", directory.resolve("node").toString(), "HOME", directory.toString()));
        Thread node = Thread.ofPlatform()
                .start(() ->
                        Waybill.run(terminal, "node", "--listen", "0.0.0.0:0", "--data-dir", directory.toString()));
        InputStream before = System.in;
        try {
            Matcher line = PASTED.matcher("");
            for (int i = 0; !line.reset(out.toString(StandardCharsets.UTF_8)).find(); i++) {
                assertThat(i).as("tenths of a second until it says how to pair").isLessThan(300);
                Thread.sleep(100);
            }
            System.setIn(new ByteArrayInputStream((line.group(1) + "\n").getBytes(StandardCharsets.UTF_8)));
            Cli.Result paired = client.run("pair", line.group(2));
            assertThat(paired.code()).as(paired.err()).isZero();
        } finally {
            System.setIn(before);
            node.interrupt();
        }
        assertThat(node.join(Duration.ofSeconds(30))).as("it ends").isTrue();
    }
}
