package org.waybill.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.client.remote.SharedService;
import org.waybill.engine.testserver.SshServer;

/** Names that users give to places: remotes, and hosts of ssh_config; and what scp lets them say on the way. */
class RemotesTest {
    @TempDir
    private Path directory;

    private Cli cli;
    private SshServer server;
    private Path file;
    private Path there;

    @BeforeEach
    void start() throws IOException {
        cli = new Cli(directory);
        server = SshServer.start(directory);
        file = Files.write(directory.resolve("x.bin"), new byte[70_000]);
        there = Files.createDirectory(directory.resolve("there"));
        Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
        Files.writeString(
                ssh.resolve("config"),
                "Host dtn\n  HostName 127.0.0.1\n  Port " + server.port() + "\n  User " + server.user()
                        + "\n  IdentityFile " + server.userKey() + "\n");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void anAliasOfSshIsAHostInEveryForm() {
        for (String end :
                new String[] {"dtn:" + there + "/a", server.user() + "@dtn:" + there + "/b", "sftp://dtn" + there + "/c"
                }) {
            done("copy", file.toString(), end);
            assertThat(Path.of(end.substring(end.indexOf('/', end.startsWith("sftp") ? 7 : 0))))
                    .exists();
        }
    }

    /** One history of the host, however it is called; the alias has no address. */
    @Test
    void anAliasAndItsHostShareTheirForecasts() throws Exception {
        Path run = Files.createDirectory(directory.resolve("run"));
        Files.write(run.resolve("a"), new byte[3_000_000]);
        done("sync", run + "/", "dtn:" + there + "/run/");
        Files.write(run.resolve("b"), new byte[3_000_000]);
        String address = "sftp://" + server.user() + "@127.0.0.1:" + server.port() + there;
        for (String end : new String[] {"dtn:" + there, address}) {
            Cli.Result planned = done("sync", "-n", "-i", server.userKey().toString(), run + "/", end + "/run/");
            assertThat(planned.out()).containsPattern("by sftp, forecast .* s");
            assertThat(planned.err()).doesNotContain("unknown host");
        }
        try (SharedService _ = cli.service()) {
            Cli.Result advised = done("sync", "-n", run + "/", "dtn:" + there + "/run/");
            assertThat(advised.out()).containsPattern("by sftp, forecast .* s");
            assertThat(advised.err()).doesNotContain("no forecast");
        }
    }

    @Test
    void aPathThatIsCalledAsAHostIsPointedOut() {
        assertThat(cli.run("ls", "dtn").err()).contains("waybill: 'dtn' is a path on this machine; 'dtn:' is the host");
        assertThat(cli.run("ls", "nothing").err()).doesNotContain("is the host");
    }

    @Test
    void adviceMeasuresThePathToTheHostOfAnAlias() {
        Cli.Result advice = done("advise", "--json", file.toString(), "dtn:" + there + "/a");
        assertThat(advice.json().at("/destination/host").asString()).isEqualTo("127.0.0.1");
        assertThat(advice.json().at("/workflows").toString()).contains("\"SFTP\"".toLowerCase());
        assertThat(advice.json().at("/paths/0/rttMillis").asDouble()).isGreaterThan(0);
    }

    @Test
    void adviceSaysFirstThatTheBestOptionWouldBeRefused() throws Exception {
        Files.writeString(directory.resolve("user/.ssh/known_hosts"), "");
        assertThat(done("advise", file.toString(), "dtn:" + there + "/a")
                        .out()
                        .lines()
                        .findFirst()
                        .orElseThrow())
                .contains("the host key of dtn is not known", "waybill trust sftp://dtn");
    }

    @Test
    void aRemoteIsAPlaceBelowWhichPathsAreNamed() throws Exception {
        done("remote", "add", "store", "sftp://dtn" + there);
        assertThat(Files.getPosixFilePermissions(cli.home().resolve("config")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(done("remote", "list").out()).contains("store  sftp://dtn" + there);
        done("copy", file.toString(), "store:a");
        done("copy", file.toString(), "store:" + there + "/b");
        done("copy", "store:a", directory.resolve("back").toString());
        assertThat(there.resolve("a")).hasSize(70_000);
        assertThat(there.resolve("b")).hasSize(70_000);
        assertThat(directory.resolve("back")).hasSize(70_000);
        done("remote", "remove", "store");
        assertThat(cli.run("copy", file.toString(), "store:a").code()).isEqualTo(3);
        assertThat(cli.run("remote", "remove", "store").code()).isEqualTo(3);
    }

    @Test
    void aRemoteGoesBeforeAHostOfItsNameAndSaysSo() {
        Path other = there.resolve("other");
        assertThat(done("remote", "add", "dtn", "sftp://dtn" + there + "/other/")
                        .err())
                .contains("ssh_config has a host");
        done("copy", file.toString(), "dtn:");
        assertThat(other.resolve("x.bin")).exists();
        refused(2, "remote dtn exists", "remote", "add", "dtn", "sftp://elsewhere/");
        done("remote", "add", "--replace", "dtn", "sftp://elsewhere/");
    }

    @Test
    void namesThatMeanSomethingElseAreNoRemotes() throws Exception {
        refused(2, "Windows drive", "remote", "add", "d", "sftp://dtn/data");
        refused(2, "reserved", "remote", "add", "ftp", "sftp://dtn/data");
        refused(2, "reserved", "remote", "add", "dataset", "sftp://dtn/data");
        refused(2, "expected a URL", "remote", "add", "here", "/data");
        refused(2, "password", "remote", "add", "pw", "sftp://me:secret@dtn/data");
        assertThat(cli.home().resolve("config")).doesNotExist();
        Files.createDirectories(cli.home());
        Files.writeString(cli.home().resolve("config"), "[remotes]\nno sense\n");
        refused(2, "line 2 of", "copy", file.toString(), "dtn:/x");
    }

    @Test
    void defaultsOfOptionsComeFromTheHomeAndGiveWayToTheCommandLine() throws Exception {
        Files.createDirectories(cli.home());
        Files.writeString(cli.home().resolve("config"), "# mine\n[defaults]\ntransport = nothing\n");
        refused(2, "nothing", "copy", file.toString(), "dtn:" + there + "/a");
        done("copy", "--transport", "sftp", file.toString(), "dtn:" + there + "/a");
        Files.writeString(cli.home().resolve("config"), "[defaults]\nverify = none\n");
        refused(2, "unknown default 'verify'", "copy", file.toString(), "dtn:" + there + "/a");
        Files.writeString(cli.home().resolve("config"), "[defaults]\nidentity = /nowhere/key\n");
        refused(3, "-i /nowhere/key does not exist", "copy", file.toString(), "dtn:" + there + "/a");
    }

    @Test
    void takesThePortAndTheKeyAsScpDoes() throws Exception {
        Files.writeString(directory.resolve("user/.ssh/config"), "");
        String end = server.user() + "@127.0.0.1:" + there + "/a";
        done(
                "copy",
                "-v",
                "--progress",
                "-r",
                "-P",
                "" + server.port(),
                "-i",
                server.userKey().toString(),
                "--bwlimit",
                "100m",
                file.toString(),
                end);
        assertThat(there.resolve("a")).hasSize(70_000);
        refused(2, "write sftp://127.0.0.1:2222/x, or -P 2222", "copy", file.toString(), "127.0.0.1:2222:/x");
        refused(2, "leave one out", "copy", "--rate", "1M", "--bwlimit", "1", file.toString(), "dtn:/x");
        refused(3, "does not exist", "copy", "-i", directory + "/none", file.toString(), end);
    }

    @Test
    @Tag("nightly")
    void aServerThatAnswersTooLateForAdviceIsWaitedFor() throws Exception {
        try (ServerSocket front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                while (!front.isClosed()) {
                    try {
                        Socket from = front.accept();
                        Thread.ofVirtual().start(() -> late(from));
                    } catch (IOException _) {
                        return; // the test is over
                    }
                }
            });
            Path ssh = directory.resolve("user/.ssh");
            Files.writeString(
                    ssh.resolve("known_hosts"),
                    "[127.0.0.1]:" + front.getLocalPort() + " " + Files.readString(server.hostPublicKey()));
            Cli.Result result = done(
                    "copy",
                    "-i",
                    server.userKey().toString(),
                    file.toString(),
                    "sftp://" + server.user() + "@127.0.0.1:" + front.getLocalPort() + there + "/late");
            assertThat(result.err()).contains("by sftp, which starts immediately");
            assertThat(there.resolve("late")).hasSize(70_000);
        }
    }

    private void late(Socket from) {
        try (from;
                Socket to = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            Thread.sleep(9_000);
            Thread.ofVirtual().start(() -> pass(from, to));
            to.getInputStream().transferTo(from.getOutputStream());
        } catch (IOException | InterruptedException _) {
            // the peer has gone
        }
    }

    private static void pass(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException _) {
            // likewise
        }
    }

    private Cli.Result done(String... arguments) {
        Cli.Result result = cli.run(arguments);
        assertThat(result.code())
                .as(result.arguments() + result.err() + result.out())
                .isZero();
        return result;
    }

    private void refused(int code, String why, String... arguments) {
        Cli.Result result = cli.run(arguments);
        assertThat(result.err()).contains(why);
        assertThat(result.code()).as(result.err()).isEqualTo(code);
    }
}
