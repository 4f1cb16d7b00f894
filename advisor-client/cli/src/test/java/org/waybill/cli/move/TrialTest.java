package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.client.WaybillHome;
import org.waybill.client.remote.Outbox;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.Running;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;

/** Copies to a host whose sshd has past transfers and whose node, which shows the same files, has none. */
class TrialTest extends MoveCase {
    private static final int LARGE = 5 << 20;
    /** Under each name the host has a history of its own. */
    private static final List<String> NAMES = List.of("127.0.0.1", "localhost", "127.1");

    @AutoClose
    private final Running running = new Running();

    private Path large;
    private SshServer ssh;
    private WaybillNode node;

    /** The same way each copy is made; the home needs nothing to be asked. */
    private Cli.Result copy(String host, String name, String... more) {
        String[] words = Cli.words(
                "copy -P %s %s %s", ssh.port(), large, ssh.user() + "@" + host + ":" + directory.resolve(name));
        String[] all = new String[words.length + more.length];
        System.arraycopy(words, 0, all, 0, words.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        Cli.Result result = cli.run(all);
        assertThat(result.code()).as(result.err()).isZero();
        return result;
    }

    private void pair(Grant grant) throws Exception {
        for (String host : NAMES) {
            PairingClient.pair(cli.home(), host, node.address().getPort(), node.newPairingToken(grant));
        }
    }

    /** What it shows of the hosts: twenty seconds by sftp, and at which port the node is. */
    private void known(String host) throws Exception {
        new Outbox(new WaybillHome(cli.home()).outbox()).put(copied(host, "sftp", "", LARGE, 20));
        cli.runLine("advise %s waybill://%s:%s/x", large, host, node.address().getPort());
    }

    @Test
    void anOptionWithoutHistoryIsTriedWithinTheBoundAndTheBestOneCopiesIfItFails() throws Exception {
        byte[] content = new byte[LARGE];
        new Random(5).nextBytes(content);
        large = Files.write(directory.resolve("large"), content);
        running.use(cli.service());
        ssh = running.use(SshServer.start(directory));
        node = running.use(WaybillNode.start(
                NodeSettings.onLoopback(Files.createDirectory(directory.resolve("node home")), Path.of("/"))
                        .withListen(new InetSocketAddress("127.0.0.1", 0))));
        Path keys = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
        String hostKeys = Files.readString(ssh.knownHosts());
        Files.writeString(
                keys.resolve("known_hosts"),
                NAMES.stream().map(name -> hostKeys.replace("127.0.0.1", name)).collect(Collectors.joining()));
        pair(new Grant(Set.of(Grant.Right.READ), List.of(), 0));
        for (String host : NAMES) {
            known(host);
        }
        Path log = Files.writeString(cli.home().resolve("exploration"), "copied 1000000000\nexplored 0\n");

        assertThat(copy("127.0.0.1", "planned", "--dry-run").err()).doesNotContain("in place of");
        String refused = copy("127.0.0.1", "first").err();
        assertThat(refused)
                .contains("waybill: by tcp in place of sftp, to learn its time")
                .contains("tcp failed: ", "; copying by sftp");
        assertThat(directory.resolve("first")).satisfies(sameContentAs(large));
        assertThat(Files.readString(log)).startsWith("copied 1005242880\nexplored 5242880\nfailed ");
        assertThat(copy("127.0.0.1", "second").err())
                .as("not again")
                .contains("waybill: by ")
                .doesNotContain("in place of");

        pair(Grant.USUAL);
        Cli.Result advice = cli.runLine(
                "advise --json -P %s %s %s@127.1:%s", ssh.port(), large, ssh.user(), directory.resolve("x"));
        assertThat(advice.out()).containsOnlyOnce("MAY_BE_TRIED");
        assertThat(copy("127.1", "other", "--explore", "no").err())
                .contains("waybill: by sftp, forecast")
                .doesNotContain("in place of");
        Cli.Result tried = copy("localhost", "third", "--json");
        assertThat(tried.err()).contains("waybill: by tcp in place of sftp");
        assertThat(tried.json().get("transport").asString()).isEqualTo("tcp");
        assertThat(directory.resolve("third")).satisfies(sameContentAs(large));
        assertThat(copy("localhost", "fourth").err())
                .as("it has a history now")
                .contains("waybill: by tcp, forecast")
                .doesNotContain("in place of");

        JsonNode explored = cli.run("history", "accuracy", "--json").json().get("explored");
        assertThat(explored.get("exploredBytes").asLong()).isEqualTo(2 * LARGE);
        assertThat(explored.get("bytes").asLong()).isEqualTo(1_000_000_000 + 5L * LARGE);
        assertThat(explored.get("percent").asDouble()).isBetween(1.0, 1.1);
        assertThat(cli.run("history", "accuracy").out())
                .contains("explored 1.0 % (at most 2 %) of the ", " that this home copied by advice");
    }
}
