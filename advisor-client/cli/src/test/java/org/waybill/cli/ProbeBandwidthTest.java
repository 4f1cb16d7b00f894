package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;

/** {@code probe bandwidth} over the protocols themselves: real servers, and a node. */
@Timeout(240)
class ProbeBandwidthTest {
    @TempDir
    private Path directory;

    @Test
    void transfersOverSftpGiveALineAndAPlotAndLeaveNothingBehind() throws Exception {
        Path served = Files.createDirectory(directory.resolve("served"));
        byte[] content = new byte[3 << 20];
        new Random(1).nextBytes(content);
        Path file = Files.write(served.resolve("data.bin"), content);
        Path plot = directory.resolve("line.svg");
        try (SshServer server = SshServer.start(directory)) {
            Cli cli = withKeys(server);
            String url = "sftp://" + server.user() + "@127.0.0.1:" + server.port();
            Cli.Result push = cli.run(
                    "probe", "bandwidth", "--json", "--time", "30", "--plot", plot.toString(), url + served + "/");
            assertThat(push.code()).as(push.err()).isZero();
            JsonNode document = push.json();
            assertThat(document.get("method").asString()).isEqualTo("sftp-transfers");
            assertThat(document.get("bottleneckBitsPerSecond").asDouble()).isGreaterThan(1e6);
            // the budget of 4 MiB, and what SSH adds to the last transfer
            assertThat(document.get("bytesUsed").asLong()).isPositive().isLessThanOrEqualTo((4L << 20) * 101 / 100);
            assertThat(document.get("regression").get("line").get("points").size())
                    .isPositive();
            assertThat(Files.readString(plot)).contains("<svg").contains("size of the transfer");
            Cli.Result pull = cli.run("probe", "bandwidth", "--pull", "--time", "30", url + file);
            assertThat(pull.code()).as(pull.err()).isZero();
            assertThat(pull.out()).contains("rate ").contains("sftp-transfers");
            assertThat(cli.run("probe", "bandwidth", "--pull", url + served + "/absent")
                            .code())
                    .isEqualTo(2);
            JsonNode known = cli.run("history", "show", "--json", LocalAddresses.name(), "127.0.0.1")
                    .json();
            assertThat(known.get("measurements")).as("each direction by itself").hasSize(1);
            assertThat(known.get("measurements").get(0).get("quantity").asString())
                    .isEqualTo("BULK_TRANSFER_CAPACITY");
            assertThat(known.get("measurements").get(0).get("value").asDouble())
                    .isEqualTo(document.get("bottleneckBitsPerSecond").asDouble());
        }
        try (Stream<Path> left = Files.list(served)) {
            assertThat(left).containsExactly(file);
        }
    }

    /** The log-in is refused for lack of a password; why there was none was only in the log. */
    @Test
    void aVaultThatDoesNotOpenIsSaidToBesideTheRefusal() throws Exception {
        Path passphrase = Files.writeString(directory.resolve("passphrase"), "correct horse battery staple\n");
        try (SshServer server = SshServer.start(directory)) {
            Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
            Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
            Cli cli = new Cli(directory).with("WAYBILL_VAULT_PASSPHRASE_FILE", passphrase.toString());
            String login = server.user() + "@127.0.0.1";
            assertThat(cli.run("account", "add", login, "--with-passphrase", "--password-file", passphrase.toString())
                            .code())
                    .isZero();
            Files.writeString(passphrase, "wrong\n");
            Cli.Result refused = cli.run("probe", "bandwidth", "sftp://" + login + ":" + server.port() + directory);
            assertThat(refused.code()).as(refused.err()).isEqualTo(6);
            assertThat(refused.err()).containsOnlyOnce("cannot use the vault: wrong passphrase");
        }
    }

    @Test
    void transfersOverGridFtpGoBothWaysAndLeaveNothingBehind() throws Exception {
        Path served = Files.createDirectory(directory.resolve("served"));
        byte[] content = new byte[6 << 20];
        new Random(1).nextBytes(content);
        Path file = Files.write(served.resolve("data.bin"), content);
        try (GridFtpServer server = GridFtpServer.start(directory, served)) {
            String url = "gsiftp://anonymous@127.0.0.1:" + server.port() + served;
            for (String[] line : new String[][] {{url + "/"}, {"--pull", url + "/data.bin"}}) {
                List<String> all =
                        new ArrayList<>(List.of("probe", "bandwidth", "--json", "--time", "30", "--bytes", "128MiB"));
                all.addAll(List.of(line));
                Cli.Result result = new Cli(directory).run(all.toArray(String[]::new));
                assertThat(result.code()).as(result.err()).isZero();
                assertThat(result.json().get("method").asString()).isEqualTo("gsiftp-transfers");
                assertThat(result.json().get("bottleneckBitsPerSecond").asDouble())
                        .isGreaterThan(1e6);
            }
        }
        try (Stream<Path> left = Files.list(served)) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void noServersSendEachOtherTestDataUnasked() {
        Cli.Result unasked =
                new Cli(directory).run("probe", "bandwidth", "--to", "ftp://127.0.0.1:1/x/", "ftp://127.0.0.1:2/y/");
        assertThat(unasked.code()).as(unasked.err()).isEqualTo(2);
        assertThat(unasked.err()).contains("--third-party-probe");
    }

    @Test
    void aNodeSwallowsAndGivesTestData() throws Exception {
        Cli cli = new Cli(directory);
        Path data = Files.createDirectories(directory.resolve("data"));
        Files.createDirectories(cli.home());
        try (WaybillNode node = cli.node(data)) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            for (String option : new String[] {"--pull", "--method=transfers"}) {
                Cli.Result result =
                        cli.run("probe", "bandwidth", "--json", "--bytes", "16MiB", "--time", "30", option, url);
                assertThat(result.code()).as(result.err()).isZero();
                assertThat(result.json().get("method").asString()).isEqualTo("engine-transfers");
                assertThat(result.json().get("bottleneckBitsPerSecond").asDouble())
                        .isGreaterThan(1e6);
            }
            Cli.Result wrong = cli.run("probe", "bandwidth", "--plot", "line.svg", "--method", "trains", url);
            assertThat(wrong.code()).as(wrong.err()).isEqualTo(2);
        }
        try (Stream<Path> left = Files.list(data)) {
            assertThat(left).isEmpty();
        }
    }

    private Cli withKeys(SshServer server) throws Exception {
        Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
        Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
        return new Cli(directory);
    }
}
