package org.waybill.engine.mover.sftp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestCredentials;

/** The ways to OpenSSH servers that an ssh_config names. */
class SshWayTest {
    @TempDir
    private static Path servers;

    private static SshServer jump;
    private static SshServer other;
    private static SshServer target;

    @TempDir
    private Path home;

    @BeforeAll
    static void start() {
        jump = SshServer.start(servers);
        other = SshServer.start(servers);
        target = SshServer.start(servers);
    }

    @AfterAll
    static void stop() {
        jump.close();
        other.close();
        target.close();
    }

    @BeforeEach
    void know() throws IOException {
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        Files.createDirectory(home.resolve(".ssh"));
        Files.setPosixFilePermissions(home.resolve(".ssh"), PosixFilePermissions.fromString("rwx------"));
        Files.writeString(
                known(),
                Files.readString(jump.knownHosts())
                        + Files.readString(other.knownHosts())
                        + Files.readString(target.knownHosts()));
    }

    @Test
    void anAliasHasItsOwnNamePortUserAndKey() throws Exception {
        config(host("dtn", target, ""));
        assertThat(says("dtn", null)).isEqualTo("here\n");
    }

    @Test
    void goesThroughAChainOfJumpHostsEachWithItsOwnKey() throws Exception {
        config(host("gate", jump, ""), host("inner", other, ""), host("dtn", target, "ProxyJump gate,inner"));
        assertThat(says("dtn", null)).isEqualTo("here\n");
    }

    @Test
    void takesAJumpHostsOwnJumpHostAndNeverGoesInCircles() throws Exception {
        config(host("gate", jump, ""), host("inner", other, "ProxyJump gate"), host("dtn", target, "ProxyJump inner"));
        assertThat(says("dtn", null)).isEqualTo("here\n");
        config(
                host("gate", jump, "ProxyJump inner"),
                host("inner", other, "ProxyJump gate"),
                host("dtn", target, "ProxyJump gate"));
        refused("dtn", Reason.BAD_INPUT, "name each other");
    }

    @Test
    void saysWhichJumpHostDoesNotGetThere() throws Exception {
        config(host("gate", jump, ""), "Host dtn\n  HostName 127.0.0.1\n  Port 1\n  ProxyJump gate\n");
        refused("dtn", Reason.UNREACHABLE, "the jump host gate cannot connect to 127.0.0.1:1");
    }

    @Test
    void findsNamesThatAreHashedAndThoseOfAnAlias() throws Exception {
        run("ssh-keygen", "-H", "-f", known().toString());
        assertThat(Files.readString(known())).doesNotContain("127.0.0.1");
        config(host("dtn", target, ""));
        assertThat(says("dtn", null)).isEqualTo("here\n");
        Path mine = home.resolve("mine");
        Files.writeString(mine, "the-dtn " + Files.readString(target.hostPublicKey()));
        config(host("dtn", target, "HostKeyAlias the-dtn\n  UserKnownHostsFile ~/none ~/mine"));
        assertThat(says("dtn", null)).isEqualTo("here\n");
    }

    @Test
    void refusesAKeyOfAnotherTypeThanTheKnownOneAndShowsBoth() throws Exception {
        run("ssh-keygen", "-q", "-t", "rsa", "-N", "", "-f", home.resolve("rsa").toString());
        Files.writeString(known(), "[127.0.0.1]:" + target.port() + " " + Files.readString(home.resolve("rsa.pub")));
        config(host("dtn", target, ""));
        refused("dtn", Reason.HOST_KEY, "HAS CHANGED: it shows ssh-ed25519 SHA256:");
        refused("dtn", Reason.HOST_KEY, "has another, ssh-rsa SHA256:");
    }

    @Test
    void takesWhatIsKnownOfAnotherServerOfTheHostForNeither() throws Exception {
        Files.writeString(known(), "127.0.0.1 " + Files.readString(jump.hostPublicKey()));
        config(host("dtn", target, ""));
        refused("dtn", Reason.HOST_KEY, "is not known");
    }

    @Test
    void offersTheAgentsKeyAloneWhereItIsNamedByItsPublicHalf() throws Exception {
        Path socket = home.resolve("agent");
        Process agent = new ProcessBuilder(
                        Packages.require("ssh-agent", "openssh-client").toString(), "-D", "-a", socket.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (!Files.exists(socket) && System.nanoTime() - end < 0) {
                Thread.sleep(10);
            }
            run(
                    Map.of("SSH_AUTH_SOCK", socket.toString()),
                    "ssh-add",
                    "-q",
                    target.userKey().toString());
            Path wrong = home.resolve("wrong");
            SshServer.newKey(wrong, "");
            String common = "Host dtn\n  HostName 127.0.0.1\n  Port " + target.port() + "\n  User " + target.user()
                    + "\n  IdentitiesOnly yes\n  IdentityAgent " + socket + "\n  IdentityFile ";
            config(common + wrong + "\n");
            refused("dtn", Reason.AUTHENTICATION, "refused user");
            Files.copy(Path.of(target.userKey() + ".pub"), home.resolve("right.pub"));
            config(common + "~/right.pub\n");
            assertThat(says("dtn", null)).isEqualTo("here\n");
        } finally {
            agent.destroy();
        }
    }

    @Test
    void logsInWithACertificateOfTheKey() throws Exception {
        Path authority = home.resolve("ca");
        SshServer.newKey(authority, "");
        Path key = home.resolve("signed");
        SshServer.newKey(key, "");
        run("ssh-keygen", "-q", "-s", authority.toString(), "-I", "test", "-n", target.user(), key + ".pub");
        Files.move(Path.of(key + "-cert.pub"), home.resolve("elsewhere.pub"));
        Path authorized = target.userKey().resolveSibling("authorized_keys");
        String before = Files.readString(authorized);
        try {
            Files.writeString(authorized, before + "cert-authority " + Files.readString(Path.of(authority + ".pub")));
            String plain = "Host dtn\n  HostName 127.0.0.1\n  Port " + target.port() + "\n  User " + target.user()
                    + "\n  IdentityFile ~/signed\n";
            config(plain);
            refused("dtn", Reason.AUTHENTICATION, "refused user");
            config(plain + "  CertificateFile ~/elsewhere.pub\n");
            assertThat(says("dtn", null)).isEqualTo("here\n");
        } finally {
            Files.writeString(authorized, before);
        }
    }

    @Test
    void aProxyCommandIsTheConnectionUnlessOthersCanWriteItsFile() throws Exception {
        Packages.require("ssh", "openssh-client");
        Path bridge = Files.writeString(
                home.resolve("bridge"), "#!/bin/bash\nexec 3<>/dev/tcp/$1/$2\ncat <&3 &\n" + "exec cat >&3\n");
        config(host("dtn", target, "ProxyCommand bash " + bridge + " %h %p"));
        assertThat(says("dtn", null)).isEqualTo("here\n");
        Files.setPosixFilePermissions(home.resolve(".ssh/config"), PosixFilePermissions.fromString("rw--w----"));
        refused("dtn", Reason.UNSAFE, "other users can write the file");
    }

    private void refused(String host, Reason reason, String why) {
        assertThatThrownBy(() -> says(host, null))
                .isInstanceOfSatisfying(
                        TransferException.class,
                        e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason))
                .hasMessageContaining(why);
    }

    private String says(String host, @Nullable String user) throws Exception {
        TestCredentials credentials = new TestCredentials().knownHosts(known()).sshConfig(SshConfig.of(home, Map.of()));
        try (SshCommands commands = new SshCommands(new Location("sftp", user, host, 0, "."), credentials, null)) {
            return commands.run("echo here\n", Duration.ofSeconds(20)).text();
        }
    }

    private Path known() {
        return home.resolve(".ssh/known_hosts");
    }

    private static String host(String alias, SshServer server, String more) {
        return "Host " + alias + "\n  HostName 127.0.0.1\n  Port " + server.port() + "\n  User " + server.user()
                + "\n  IdentityFile " + server.userKey() + "\n  " + more + "\n";
    }

    private void config(String... hosts) throws IOException {
        Path file = Files.writeString(home.resolve(".ssh/config"), String.join("", hosts));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static void run(String... command) throws Exception {
        run(Map.of(), command);
    }

    private static void run(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0)
                .as(output)
                .isTrue();
    }
}
