package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.random;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.cli.Cli;
import org.waybill.client.WaybillHome;
import org.waybill.client.remote.Outbox;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.TcpForwarder;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.CommandJvm;
import org.waybill.engine.testserver.Running;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;

/** {@code copy FILE sftp://HOST/...} to a host whose sshd is slow, and of which a node is paired. */
@Timeout(300)
class ChangeOverToNodeTest extends MoveCase {
    private static final int LARGE = 60_000_000;
    /** Fifty seconds for the file. */
    private static final double SLOW_BYTES_PER_SECOND = 1.2e6;

    @AutoClose
    private final Running running = new Running();

    private SshServer ssh;
    private TcpForwarder toSsh;
    private TcpForwarder toNode;
    private Path data;
    private Path large;
    private Path nodeHome;

    @BeforeEach
    void begin() throws Exception {
        running.use(cli.service());
        ssh = running.use(SshServer.start(directory));
        toSsh = running.use(new TcpForwarder(new InetSocketAddress(InetAddress.getLoopbackAddress(), ssh.port())));
        toSsh.slow(SLOW_BYTES_PER_SECOND);
        Path keys = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
        Files.writeString(
                keys.resolve("known_hosts"),
                Files.readString(ssh.knownHosts()).replace(":" + ssh.port(), ":" + toSsh.port()));
        large = random(directory.resolve("large"), LARGE, 5);
        data = Files.createDirectories(directory.resolve("data"));
        nodeHome = Files.createDirectory(directory.resolve("node home"));
    }

    /** The node shows a directory, which the pairing may write but for other clients' files. */
    private void pairNode(Path shown) throws Exception {
        WaybillNode node = running.use(WaybillNode.start(
                NodeSettings.onLoopback(nodeHome, shown).withListen(new InetSocketAddress("127.0.0.1", 0))));
        toNode = running.use(new TcpForwarder(node.address()));
        PairingClient.pair(cli.home(), "127.0.0.1", toNode.port(), node.newPairingToken(Grant.USUAL));
        for (double seconds : new double[] {3, 3.2}) {
            new Outbox(new WaybillHome(cli.home()).outbox()).put(copied("127.0.0.1", "tcp", "", LARGE, seconds));
        }
    }

    private String[] copy(Path to, String... more) {
        List<String> words = new ArrayList<>(List.of("copy", "--json", large.toString()));
        words.add("sftp://" + ssh.user() + "@127.0.0.1:" + toSsh.port() + to);
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private List<JsonNode> history(String transport) {
        JsonNode rows = cli.run("history", "show", "--json").json().get("transfers");
        return rows.valueStream()
                .filter(row -> row.get("transport").asString().equals(transport)
                        && row.get("startedAt").asString().compareTo(began) >= 0)
                .toList();
    }

    private final String began = Instant.now().toString();

    @Test
    void itChangesOverAndLeavesOneRowAndNothingElse() throws Exception {
        pairNode(data);
        Path in = Files.createDirectories(data.resolve("in"));
        Path events = directory.resolve("events");
        Cli.Result result = cli.run(copy(in.resolve("copy"), "--events", events.toString()));

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(in.resolve("copy")).satisfies(sameContentAs(large));
        assertThat(result.err())
                .contains("waybill: by sftp, which starts immediately")
                .contains("changing over from sftp to tcp at waybill://127.0.0.1:" + toNode.port() + "/in/copy");
        assertThat(result.json().get("transport").asString()).isEqualTo("tcp");
        assertThat(result.json().get("compared").asString()).isEqualTo("SOURCE");
        assertThat(result.json().get("bytes").asLong()).isEqualTo(LARGE);
        assertThat(Files.readAllLines(events))
                .filteredOn(line -> line.contains("\"TRANSPORT_CHANGED\""))
                .singleElement()
                .asString()
                .contains("partial files of sftp are not resumed, and are removed at the end");
        assertThat(EngineFixture.leftovers(data)).isEmpty();
        assertThat(history("sftp")).isEmpty();
        assertThat(history("tcp"))
                .singleElement()
                .satisfies(row -> assertThat(row.get("bytes").asLong()).isEqualTo(LARGE));
    }

    @Test
    void anotherDirectoryOfTheSameNameIsNotUsed() throws Exception {
        Path other = Files.createDirectories(directory.resolve("elsewhere/data"));
        Files.createDirectories(other.resolve("in"));
        pairNode(other);
        Path in = Files.createDirectories(data.resolve("in"));
        Thread later = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(20_000);
                toSsh.slow(0);
            } catch (InterruptedException _) {
                // the copy was quicker
            }
        });
        Cli.Result result = cli.run(copy(in.resolve("copy"), "-v"));
        later.interrupt();
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err())
                .doesNotContain("changing over")
                .contains("127.0.0.1:" + toNode.port() + " is not used: it does not prove to have the same files");
        assertThat(toNode.carriedBytes()).as("the node was asked").isPositive();
        assertThat(result.json().get("transport").asString()).isEqualTo("sftp");
        assertThat(in.resolve("copy")).satisfies(sameContentAs(large));
        assertThat(EngineFixture.leftovers(directory.resolve("data"))).isEmpty();
        assertThat(EngineFixture.leftovers(other)).isEmpty();
    }

    @Test
    void whatAKilledRunHasLeftAtBothIsResumedOrRemoved() throws Exception {
        pairNode(data);
        toNode.slow(3e6);
        Path copy = data.resolve("copy");
        Path err = directory.resolve("err");
        List<String> command = new ArrayList<>(CommandJvm.waybill());
        command.addAll(List.of(copy(copy)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(err.toFile())
                .redirectOutput(directory.resolve("out").toFile());
        builder.environment()
                .putAll(Map.of(
                        "WAYBILL_HOME",
                        cli.home().toString(),
                        "HOME",
                        directory.resolve("user").toString()));
        Process killed = builder.start();
        while (ledgerBytes() < 1_000) {
            assertThat(killed.isAlive()).as(Files.readString(err)).isTrue();
            Thread.sleep(50);
        }
        killed.destroyForcibly().waitFor();
        assertThat(Files.readString(err)).contains("changing over from sftp to tcp");
        assertThat(copy).doesNotExist();
        assertThat(EngineFixture.leftovers(data))
                .as("of both options")
                .filteredOn(left -> left.toString().matches(".*\\.part(ial)?"))
                .hasSize(2);

        toSsh.slow(0);
        toNode.slow(0);
        Cli.Result again = cli.run(copy(copy));
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(copy).satisfies(sameContentAs(large));
        assertThat(again.json().get("transport").asString()).isEqualTo("sftp");
        assertThat(again.json().get("resumedBytes").asLong()).isPositive();
        assertThat(EngineFixture.leftovers(data)).isEmpty();
    }

    /** What the node has noted of blocks. */
    private long ledgerBytes() throws IOException {
        long bytes = 0;
        try (Stream<Path> all = Files.list(data)) {
            for (Path one :
                    all.filter(left -> left.toString().endsWith(".ledger")).toList()) {
                bytes += Files.size(one);
            }
        }
        return bytes;
    }
}
