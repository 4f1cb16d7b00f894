package org.waybill.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.cli.CommandsInTurn;
import org.waybill.cli.Typed;
import org.waybill.engine.mover.trust.ServerIdentity;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.WebServer;

/** Servers that were never seen, and secrets that are not kept: with a person at the terminal, and without one. */
class TrustAtTerminalTest {
    private static final String TRUST = "or the fingerprint:";

    @TempDir
    private Path directory;

    private Cli cli;
    private Path file;
    private Path ssh;

    @BeforeEach
    void prepare() throws IOException {
        cli = new Cli(directory);
        file = Files.write(directory.resolve("x.bin"), new byte[70_000]);
        ssh = Files.createDirectories(directory.resolve("user/.ssh"));
    }

    @Test
    void aHostKeyAndAPassphraseAreAskedForOnceAndEnterTrustsNobody() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            Path key = ssh.resolve("id_ed25519");
            SshServer.newKey(key, "open sesame");
            Files.writeString(
                    server.userKey().resolveSibling("authorized_keys"), Files.readString(Path.of(key + ".pub")));
            String url = "sftp://" + server.user() + "@127.0.0.1:" + server.port() + directory + "/a";

            Typed.Result refused = Typed.run(directory, List.of(TRUST, ""), "copy", file.toString(), url);
            assertThat(refused.code()).as(refused.seen()).isEqualTo(6);
            assertThat(refused.seen()).contains(fingerprint(server));
            assertThat(ssh.resolve("known_hosts")).doesNotExist();

            Typed.Result done = Typed.run(
                    directory,
                    List.of(TRUST, fingerprint(server), "Passphrase for", "open sesame"),
                    "copy",
                    file.toString(),
                    url);
            assertThat(done.code()).as(done.seen()).isZero();
            assertThat(done.seen().split("Passphrase for", -1)).as(done.seen()).hasSize(2);
            assertThat(done.seen()).doesNotContain("open sesame");
            assertThat(directory.resolve("a")).hasSize(70_000);
            // the machine's ssh_config may require the name hashed
            assertThat(ssh.resolve("known_hosts"))
                    .content()
                    .contains(Files.readString(server.hostPublicKey()).split(" ")[1])
                    .hasLineCount(1);
        }
    }

    @Test
    void aOneTimeCodeIsAskedForOnceForAWholeCommand() throws Exception {
        Assumptions.assumeTrue(Packages.isRoot(), "PAM's rules can be written");
        Path tree = Files.createDirectory(directory.resolve("tree"));
        for (int i = 0; i < 6; i++) {
            Files.write(tree.resolve("f" + i), new byte[9_000]);
        }
        Path there = Files.createDirectories(directory.resolve("there"));
        Files.writeString(there.resolve("extra"), "");
        try (SshServer server = SshServer.startAskingForCodes(directory, "code-1", "code-2", "code-3", "code-4")) {
            String at = "sftp://" + server.user() + "@127.0.0.1:" + server.port();
            askedOnce("code-1", TRUST, "yes", "copy", tree.toString(), at + there + "/");
            assertThat(there.resolve("tree/f5")).hasSize(9_000);
            // it looks at both ends, copies and deletes
            askedOnce("code-2", "", "", "sync", "--delete", "--yes", "--max-delete", "9", tree + "/", at + there);
            assertThat(there.resolve("extra")).doesNotExist();
            assertThat(there.resolve("f5")).hasSize(9_000);
            askedOnce("code-3", "", "", "check", tree + "/", at + there);
            askedOnce("code-4", "", "", "probe", "host", "--disk", at + there);
            Cli.Result nobody = cli.run("check", tree + "/", at + there);
            assertThat(nobody.code()).as(nobody.err()).isEqualTo(6);
            assertThat(nobody.err()).contains("refused user").hasLineCount(1);
        }
    }

    private void askedOnce(String code, String trust, String yes, String... arguments) throws Exception {
        List<String> answers = trust.isEmpty() ? List.of("asks: ", code) : List.of(trust, yes, "asks: ", code);
        Typed.Result done = Typed.run(directory, answers, arguments);
        assertThat(done.code()).as(done.seen()).isZero();
        assertThat(done.seen().split(" asks: ", -1)).as(done.seen()).hasSize(2);
    }

    @Test
    void everyCommandThatLogsInAsksWhomToTrustAndEndsWhereNobodyIsThere() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
            String at = "sftp://" + server.user() + "@127.0.0.1:" + server.port();
            String there = at + directory + "/x.bin";
            Path known = ssh.resolve("known_hosts");
            List<List<String>> commands = List.of(
                    List.of("check", file.toString(), there),
                    List.of("sync", "--dry-run", file.toString(), at + directory + "/"),
                    List.of("copy", "--transport", "sftp", "--dry-run", file.toString(), there),
                    List.of("copy", "--transport", "sftp", "--dry-run", at + directory + "/x.b*", directory + "/"),
                    List.of("ls", at + directory),
                    List.of("du", at + directory),
                    List.of("cat", there),
                    List.of("mkdir", at + directory + "/new"),
                    List.of("probe", "host", at),
                    List.of("probe", "path", "--back", at),
                    List.of("probe", "bandwidth", at + directory + "/"),
                    List.of("doctor", at));
            for (List<String> command : commands) {
                Cli.Result nobody = cli.run(command.toArray(String[]::new));
                assertThat(nobody.code()).as(command + nobody.err()).isEqualTo(6);
                assertThat(nobody.err().lines())
                        .as(command + nobody.err())
                        .last()
                        .asString()
                        .contains("waybill trust sftp://127.0.0.1:" + server.port());
                assertThat(known).doesNotExist();
            }
            List<String> answers =
                    commands.stream().flatMap(_ -> Stream.of(TRUST, "yes")).toList();
            Typed.Result person = Typed.runInTurn(directory, answers, known, commands);
            assertThat(person.code()).as(person.seen()).isZero();
            for (List<String> command : commands) {
                assertThat(person.seen()).contains(CommandsInTurn.ended(command, 0, true));
            }
        }
    }

    @Test
    void anUnknownNodesTokenIsAskedForAndEnterPairsWithNobody() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Path home = Files.createDirectory(directory.resolve("operator"));
        try (WaybillNode node = WaybillNode.start(
                NodeSettings.onLoopback(home, data).withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            String asked = "Pairing token of 127.0.0.1:";
            Typed.Result nobody = Typed.run(directory, List.of(asked, ""), "copy", file.toString(), url);
            assertThat(nobody.code()).as(nobody.seen()).isEqualTo(6);
            assertThat(nobody.seen()).contains(node.fingerprint().sha256());

            String token = node.newPairingToken();
            Typed.Result done = Typed.run(directory, List.of(asked, token), "copy", file.toString(), url);
            assertThat(done.code()).as(done.seen()).isZero();
            assertThat(data.resolve("x.bin")).hasSize(70_000);
            assertThat(done.seen()).doesNotContain(token).contains("paired with 127.0.0.1");
        }
    }

    @Test
    void aCertificateAndAPasswordAreAskedFor() throws Exception {
        Path root = Files.createDirectory(directory.resolve("www"));
        Files.createDirectory(root.resolve("private"));
        try (WebServer server =
                WebServer.startTls(directory, root, TestAuthority.in(directory).loopback())) {
            String url = "https://" + WebServer.USER + "@127.0.0.1:" + server.port()
                    + server.privateLocation("/x.bin").path();
            Typed.Result done = Typed.run(
                    directory,
                    List.of("Password of", WebServer.PASSWORD, TRUST, "yes"),
                    "copy",
                    "--transport",
                    "http",
                    file.toString(),
                    url);
            assertThat(done.code()).as(done.seen()).isZero();
            assertThat(root.resolve("private/x.bin")).hasSize(70_000);
            assertThat(done.seen()).doesNotContain(WebServer.PASSWORD);
            assertThat(cli.home().resolve("known_servers"))
                    .content()
                    .startsWith("127.0.0.1:" + server.port() + " SHA256:");
        }
    }

    @Test
    void withoutATerminalNobodyIsAskedAndAFingerprintIsTheAnswer() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
            String at = "sftp://" + server.user() + "@127.0.0.1:" + server.port();
            Cli.Result refused = cli.run("copy", "--transport", "sftp", file.toString(), at + directory + "/a");
            assertThat(refused.code()).isEqualTo(6);
            assertThat(refused.err())
                    .contains("waybill trust sftp://127.0.0.1:" + server.port() + " --fingerprint "
                            + fingerprint(server));
            answers(6, fingerprint(server), "trust", at);
            String place = "127.0.0.1:" + server.port();
            answers(6, "waybill trust " + place + " --fingerprint " + fingerprint(server), "trust", place);
            assertThat(cli.run("trust", "--json", at).json().get("fingerprint").asString())
                    .isEqualTo(fingerprint(server));
            answers(6, "nothing was stored", "trust", at, "--fingerprint", "SHA256:wrong");
            assertThat(ssh.resolve("known_hosts")).doesNotExist();

            answers(0, "is trusted now", "trust", at, "--fingerprint", fingerprint(server));
            answers(0, "is already trusted", "trust", at);
            answers(0, "verified", "copy", "--transport", "sftp", file.toString(), at + directory + "/a");
            answers(0, "no longer trusted", "trust", "--remove", at);
            answers(6, "is not known", "copy", "--transport", "sftp", file.toString(), at + directory + "/a");
            answers(3, "was not trusted", "trust", "--remove", at);
        }
    }

    @Test
    void aCertificateThatChangedIsRefusedWithBothFingerprints() throws Exception {
        Path root = Files.createDirectory(directory.resolve("www"));
        TestAuthority authority = TestAuthority.in(directory);
        try (WebServer server = WebServer.startTls(directory, root, authority.loopback())) {
            String url = "https://127.0.0.1:" + server.port();
            String shown =
                    cli.run("trust", "--json", url).json().get("fingerprint").asString();
            answers(0, "is trusted now", "trust", url, "--fingerprint", shown);
            answers(0, "verified", "copy", "--transport", "http", file.toString(), url + "/x.bin");

            Files.writeString(cli.home().resolve("known_servers"), "127.0.0.1:" + server.port() + " SHA256:other\n");
            // not even an authority's word helps then
            Files.copy(authority.certificate(), cli.home().resolve("trusted.pem"));
            Cli.Result changed = cli.run("copy", "--transport", "http", file.toString(), url + "/x.bin");
            assertThat(changed.code()).isEqualTo(6);
            assertThat(changed.err())
                    .contains("HAS CHANGED: it shows " + shown, "has SHA256:other", "waybill trust --remove " + url);
            answers(6, "HAS CHANGED", "trust", url, "--fingerprint", shown);
            answers(0, "no longer trusted", "trust", "--remove", url);
            answers(0, "verified", "copy", "--transport", "http", file.toString(), url + "/x.bin");
        }
    }

    @Test
    void aProgramAtATerminalIsNotAsked() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
            String at = "sftp://" + server.user() + "@127.0.0.1:" + server.port() + directory;
            for (String option : List.of("--json", "--quiet")) {
                for (List<String> command : List.of(
                        List.of("copy", option, file.toString(), at + "/a"),
                        List.of("ls", option, at),
                        List.of("check", option, file.toString(), at + "/x.bin"))) {
                    refusedUnasked(command, "waybill trust ");
                }
            }
            assertThat(ssh.resolve("known_hosts")).doesNotExist();
        }
    }

    @Test
    void anExpiredCertificateAndOneForAnotherNameAreRefusedAtATerminalToo() throws Exception {
        Path root = Files.createDirectory(directory.resolve("www"));
        TestAuthority authority = TestAuthority.in(directory);
        Files.createDirectories(cli.home());
        for (boolean known : new boolean[] {false, true}) { // by an authority that is trusted, or not
            if (known) {
                Files.copy(authority.certificate(), cli.home().resolve("trusted.pem"));
            }
            for (TestAuthority.Identity identity : List.of(authority.expired(), authority.otherHost())) {
                try (WebServer server = WebServer.startTls(directory, root, identity)) {
                    String url = "https://127.0.0.1:" + server.port();
                    refusedUnasked(
                            List.of("copy", "--transport", "http", file.toString(), url + "/x.bin"), "certificate");
                    refusedUnasked(List.of("trust", url), "certificate");
                }
            }
        }
        assertThat(cli.home().resolve("known_servers")).doesNotExist();
    }

    /** Nothing is asked for: a question that nobody answers would last until the terminal is closed. */
    private void refusedUnasked(List<String> command, String said) throws Exception {
        Typed.Result refused = Typed.run(directory, List.of(), command.toArray(String[]::new));
        assertThat(refused.code()).as(command + refused.seen()).isEqualTo(6);
        assertThat(refused.seen()).as(command.toString()).contains(said).doesNotContain(TRUST, "Password", "Exception");
    }

    private static String fingerprint(SshServer server) throws IOException {
        return ServerIdentity.fingerprint(java.util.Base64.getDecoder()
                .decode(Files.readString(server.hostPublicKey()).split(" ")[1]));
    }

    private void answers(int code, String text, String... arguments) {
        Cli.Result result = cli.run(arguments);
        assertThat(result.out() + result.err()).contains(text);
        assertThat(result.code()).as(result.err()).isEqualTo(code);
    }
}
