package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.WebServer;

/** What waits for no advice, and what has it first. */
class BeginsAtOnceTest extends MoveCase {
    private static final int LARGE = 17 << 20;

    private Path large() throws IOException {
        Path large = directory.resolve("large");
        try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
            sparse.setLength(LARGE);
        }
        return large;
    }

    private void startsAtOnce(String transport, String... command) {
        Cli.Result result = cli.run(command);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err())
                .contains("by " + transport + ", which starts immediately")
                .doesNotContain("asking the service", "forecast was");
        assertThat(cli.home().resolve("service.lock"))
                .as("no service was started: %s", result.err())
                .doesNotExist();
    }

    @Test
    void aCopyToOrFromANodeDoes() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Path large = large();
        try (WaybillNode node = cli.node(data)) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            startsAtOnce("tcp", "copy", large.toString(), url);
            assertThat(data.resolve("large")).satisfies(sameContentAs(large));
            startsAtOnce("tcp", "copy", url + "large", directory + "/back");
            assertThat(directory.resolve("back")).satisfies(sameContentAs(large));
            assertThat(outcomes()).hasSize(2);

            Cli.Result advised = cli.run("copy", "--prefer", "waybill", large.toString(), url + "preferred");
            assertThat(advised.code()).as(advised.err()).isZero();
            assertThat(advised.err()).contains("asking the service").doesNotContain("starts immediately");
            refused(cli.run("copy", "--prefer", "carrier", large.toString(), url), 2, "invalid --prefer 'carrier'");
            refused(
                    cli.run("copy", "--prefer", "waybill", "--transport", "tcp", large.toString(), url),
                    2,
                    "--prefer orders the options of the advice: leave --workflow and --transport out");
            Cli.Result relayed = cli.run(
                    "copy",
                    "-n",
                    "--prefer",
                    "scp",
                    "--via",
                    "127.0.0.1:" + node.address().getPort(),
                    large.toString(),
                    url + "relayed");
            assertThat(relayed.err()).contains("waybill: --prefer is not used with --via, which needs a node");
            Cli.Result local = cli.run("copy", "--prefer", "scp", large.toString(), directory + "/x");
            assertThat(local.code()).as(local.err()).isZero();
            assertThat(local.err()).contains("waybill: --prefer is not used between places of this machine");
        }
    }

    @Test
    void aCopyToAServerDoesByTheNamedProtocol() throws Exception {
        Path served = Files.createDirectory(directory.resolve("served"));
        Path large = large();
        try (FtpServer ftp = FtpServer.start(directory, served);
                WebServer web = WebServer.start(directory, served)) {
            startsAtOnce(
                    "ftp",
                    "copy",
                    large.toString(),
                    "ftp://127.0.0.1:" + ftp.port() + ftp.location("/by-ftp").path());
            assertThat(served.resolve("by-ftp")).satisfies(sameContentAs(large));
            startsAtOnce("http", "copy", large.toString(), "dav://127.0.0.1:" + web.port() + "/by-dav");
            assertThat(served.resolve("by-dav")).satisfies(sameContentAs(large));
        }
    }

    @Test
    void aCopyBySshDoesUnlessANodeOfThatHostIsPaired() throws Exception {
        try (SshServer ssh = SshServer.start(directory)) {
            Path keys = Files.createDirectories(directory.resolve("user/.ssh"));
            Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
            Files.copy(ssh.knownHosts(), keys.resolve("known_hosts"));
            Path large = large();
            String port = String.valueOf(ssh.port());
            String to = ssh.user() + "@127.0.0.1:" + directory + "/";
            Files.createDirectories(cli.home());
            PeerStore peers = new PeerStore(cli.home());
            peers.pinNode("192.0.2.1", 7411, Fingerprint.parse("00".repeat(32)));
            startsAtOnce("sftp", "copy", "-P", port, large.toString(), to + "first");
            assertThat(directory.resolve("first")).hasSize(LARGE);

            startsAtOnce("sftp", "copy", "-P", port, "--dry-run", large.toString(), to + "planned");
            assertThat(cli.run("copy", "-P", port, "-n", large.toString(), to + "planned")
                            .out())
                    .as("the forecast of the copy itself")
                    .containsPattern("by sftp, forecast .* s from one earlier copy");

            peers.pinNode("127.0.0.1", 7411, Fingerprint.parse("00".repeat(32)));
            // what is deleted is the named place, and no other that a node may show
            Path back = Files.createDirectory(directory.resolve("back"));
            startsAtOnce("sftp", "copy", "--delete-source", "-P", port, to + "first", back + "/first");
            assertThat(directory.resolve("first")).doesNotExist();
            assertThat(back.resolve("first")).hasSize(LARGE);

            Cli.Result advised = cli.run("copy", "-P", port, large.toString(), to + "second");
            assertThat(advised.code()).as(advised.err()).isZero();
            assertThat(advised.err()).contains("asking the service").doesNotContain("starts immediately");
            assertThat(directory.resolve("second")).hasSize(LARGE);
            assertPreferred(port, to);
        }
    }

    private void assertPreferred(String port, String to) {
        Cli.Result scp = cli.run("copy", "-P", port, "--prefer", "scp", file.toString(), to + "by-scp");
        assertThat(scp.code()).as(scp.err()).isZero();
        assertThat(scp.err()).contains("by scp").doesNotContain("--prefer");
        Cli.Result none = cli.run("copy", "-P", port, "--prefer", "gsiftp", file.toString(), to + "otherwise");
        assertThat(none.code()).as(none.err()).isZero();
        assertThat(none.err()).contains("waybill: --prefer: gsiftp cannot be used: ");
    }
}
