package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.client.remote.SharedService;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestProxy;
import org.waybill.engine.testserver.WebServer;

/** Whom a move trusts, and who trusts it: host keys, certificates, passwords, permissions. */
class MoveTrustTest extends MoveCase {
    @Test
    void movesOverSshWithTheUsersKey() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            useKeys(server, server.knownHosts());
            Path target = directory.resolve("there/x.bin");
            Files.createDirectories(target.getParent());

            Cli.Result result = cli.run("move", "--transport", "sftp", file.toString(), url(server, target));

            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.out()).contains("verified, sha256 " + sha256(file));
            assertThat(sha256(target)).isEqualTo(sha256(file));
        }
    }

    @Test
    void aHostKeyThatChangedIsRefusedBeforeAnyLogIn() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            Path other = directory.resolve("other key");
            SshServer.newKey(other, "");
            Path known = Files.writeString(
                    directory.resolve("known"),
                    "[127.0.0.1]:" + server.port() + " " + Files.readString(Path.of(other + ".pub")));
            useKeys(server, known);
            Path target = directory.resolve("x.bin");

            refused(cli.run("move", "--transport", "sftp", file.toString(), url(server, target)), 6, "host key");
            assertThat(target).doesNotExist();
        }
    }

    @Test
    void relaysAreReachedWithoutTheProxy() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        try (WaybillNode relay = cli.node(data)) {
            String via = "127.0.0.1:" + relay.address().getPort();
            cli.with("all_proxy", "http://127.0.0.1:9");
            Cli.Result copy = cli.run("copy", "--via", via, file.toString(), "waybill://files.example.invalid/x");
            assertThat(copy.code()).isEqualTo(3);
            assertThat(copy.err())
                    .contains("waybill: by tcp over relays, which are reached without the proxy http://127.0.0.1:9")
                    .doesNotContain("through the proxy");
            Cli.Result named = cli.run(
                    "copy", "--transport", "tcp", "--via", via, file.toString(), "waybill://files.example.invalid/x");
            assertThat(named.err()).containsOnlyOnce("by tcp over relays, which are reached without the proxy");
            Cli.Result datagrams = cli.run(
                    "copy", "--transport", "plut", "--dedicated", file.toString(), "waybill://files.example.invalid/x");
            assertThat(datagrams.err()).contains("by plut, which is sent without the proxy http://127.0.0.1:9");
            Cli.Result both =
                    cli.run("copy", "--via", via, "waybill://a.example.invalid/x", "waybill://b.example.invalid/x");
            assertThat(both.err()).containsOnlyOnce("reached without the proxy");
        }
    }

    @Test
    void aServerBehindAProxyThatNobodyHereCanLookUpIsReached() throws Exception {
        Path root = Files.createDirectory(directory.resolve("www"));
        try (WebServer server = WebServer.start(directory, root);
                TestProxy proxy = new TestProxy(null)) {
            String url = "http://files.example.org:" + server.port() + "/x.bin";
            cli.with("http_proxy", "http://" + proxy.at());
            Cli.Result up = cli.run("copy", file.toString(), url);
            assertThat(up.code()).as(up.err()).isZero();
            assertThat(up.err()).contains("by http, through the proxy http://" + proxy.at() + " (http_proxy)");
            assertThat(sha256(root.resolve("x.bin"))).isEqualTo(sha256(file));
            assertThat(cli.run("cat", url).code()).isZero();
            Cli.Result advice = cli.run("advise", file.toString(), url);
            assertThat(advice.code()).as(advice.err()).isZero();
            assertThat(advice.err()).doesNotContain("unknown host");
            assertThat(advice.out())
                    .contains("files.example.org is reachable only through the proxy http://" + proxy.at())
                    .containsPattern("\\n1  http ");
            refused(
                    cli.run("probe", "protocols", url),
                    4,
                    "cannot probe files.example.org: it is reached only through the proxy http://" + proxy.at());

            cli.with("http_proxy", "http://127.0.0.1:9");
            refused(
                    cli.run("copy", "--quiet", file.toString(), url),
                    4,
                    "the proxy http://127.0.0.1:9 (http_proxy)" + " cannot be reached");
        }
    }

    @Test
    void aKeyThatIsNotAuthorizedIsRefused() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
            SshServer.newKey(ssh.resolve("id_ed25519"), "");
            Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));

            refused(
                    cli.run("move", "--transport", "sftp", file.toString(), url(server, directory.resolve("x"))),
                    6,
                    "");
        }
    }

    @Test
    void aCertificateThatNobodyTrustsIsRefused() throws Exception {
        Path root = Files.createDirectory(directory.resolve("www"));
        TestAuthority authority = TestAuthority.in(directory);
        try (WebServer server = WebServer.startTls(directory, root, authority.loopback())) {
            String url = "https://127.0.0.1:" + server.port() + "/x.bin";
            refused(cli.run("move", "--transport", "http", file.toString(), url), 6, "certificate");

            Files.createDirectories(cli.home());
            Files.copy(authority.certificate(), cli.home().resolve("trusted.pem"));
            Cli.Result trusted = cli.run("move", "--transport", "http", file.toString(), url);
            assertThat(trusted.code()).as(trusted.err()).isZero();
            assertThat(sha256(root.resolve("x.bin"))).isEqualTo(sha256(file));
        }
    }

    @Test
    void aWrongPasswordIsRefusedAndTheRightOneComesFromTheVault() throws Exception {
        Path root = Files.createDirectory(directory.resolve("www"));
        Files.createDirectory(root.resolve("private"));
        try (WebServer server = WebServer.start(directory, root)) {
            String login = "http://" + WebServer.USER + "@127.0.0.1:" + server.port();
            String url = login + server.privateLocation("/x.bin").path();
            Path password = Files.writeString(directory.resolve("password"), "wrong");
            cli.run("account", "add", login, "--password-file", password.toString());
            refused(cli.run("move", "--transport", "http", file.toString(), url), 6, "");

            Files.writeString(password, WebServer.PASSWORD);
            cli.run("account", "add", login, "--password-file", password.toString());
            Cli.Result right = cli.run("move", "--transport", "http", file.toString(), url);
            assertThat(right.code()).as(right.err()).isZero();
        }
    }

    @Test
    void aSourceThatMayNotBeReadIsRefused() throws Exception {
        Path locked = Files.createDirectory(directory.resolve("locked"));
        try (SshServer server = SshServer.start(directory, SshServer.Option.SFTP_AS_NOBODY)) {
            useKeys(server, server.knownHosts());
            Path secret = Files.write(locked.resolve("secret"), new byte[10]);
            Files.setPosixFilePermissions(secret, Set.of());
            refused(
                    cli.run(
                            "move",
                            "--transport",
                            "sftp",
                            url(server, secret),
                            directory.resolve("x").toString()),
                    6,
                    "");
        }
    }

    @Test
    void aVaultThatDoesNotOpenIsSaidToOnce() throws Exception {
        Path passphrase = Files.writeString(directory.resolve("passphrase"), "correct horse battery staple\n");
        try (SshServer server = SshServer.start(directory);
                SharedService _ = cli.service()) {
            Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
            Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
            cli.with("WAYBILL_VAULT_PASSPHRASE_FILE", passphrase.toString());
            String login = server.user() + "@127.0.0.1";
            assertThat(cli.run("account", "add", login, "--with-passphrase", "--password-file", passphrase.toString())
                            .code())
                    .isZero();
            Files.writeString(passphrase, "wrong\n");
            Cli.Result refused =
                    cli.run("move", url(server, file), directory.resolve("copy").toString());
            assertThat(refused.code()).as(refused.err()).isEqualTo(6);
            String said = "cannot use the vault: wrong passphrase";
            assertThat(refused.err().lines().filter(line -> line.contains(said)))
                    .as(refused.err())
                    .hasSize(1);
            assertThat(refused.err()
                            .lines()
                            .filter(line -> line.startsWith("waybill: "))
                            .toList()
                            .getLast())
                    .contains("(" + said);
        }
    }

    private void useKeys(SshServer server, Path knownHosts) throws IOException {
        Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
        Files.copy(knownHosts, ssh.resolve("known_hosts"));
    }

    private static String url(SshServer server, Path path) {
        return "sftp://" + server.user() + "@127.0.0.1:" + server.port()
                + path.toString().replace(" ", "%20");
    }
}
