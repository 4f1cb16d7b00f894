package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.cli.Cli;
import org.waybill.client.remote.SharedService;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.WebServer;
import tools.jackson.databind.JsonNode;

/** Moves by the command line against real servers: what works, and one clear line for what does not. */
@Timeout(120)
class MoveCommandTest {
    private static final int BYTES = 300_000;

    @TempDir
    private Path directory;

    private Cli cli;
    private Path file;

    @BeforeEach
    void start() throws Exception {
        cli = new Cli(directory);
        byte[] content = new byte[BYTES];
        new Random(7).nextBytes(content);
        file = Files.write(directory.resolve("data file.bin"), content);
    }

    @Test
    void movesToANodeOfTheSameHomeAndReportsIt() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path report = directory.resolve("report.json");
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(cli.home(), data)
                .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            Cli.Result result = cli.run("move", "--transport", "tcp", "--json", "--report", report.toString(),
                    file.toString(), "waybill://127.0.0.1:" + node.address().getPort() + "/in/");

            assertThat(result.code()).as(result.err()).isZero();
            JsonNode document = result.json();
            assertThat(document.get("status").asString()).isEqualTo("OK");
            assertThat(document.get("bytes").asLong()).isEqualTo(BYTES);
            assertThat(document.get("sha256").asString()).isEqualTo(sha256(file));
            assertThat(document.get("transport").asString()).isEqualTo("tcp");
            assertThat(sha256(data.resolve("in/data file.bin"))).isEqualTo(sha256(file));
            assertThat(Files.readString(report)).isEqualToNormalizingNewlines(result.out());
            assertThat(outcomes()).hasSize(1);
        }
    }

    @Test
    void namesEveryFileThatIsNotTransferred() throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        for (int i = 0; i < 30; i++) {
            Files.createSymbolicLink(tree.resolve("link" + i), file);
        }
        Files.write(tree.resolve("good"), new byte[10]);
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path report = directory.resolve("report.json");
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(cli.home(), data)
                .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            String target = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            for (String to : new String[] {directory.resolve("copy") + "/", target}) {
                Cli.Result whole = cli.run("move", tree.toString(), to);
                assertThat(whole.code()).as(whole.err()).isZero();
                assertThat(whole.out().lines().filter(line -> line.startsWith("left out: link"))).hasSize(20);
                assertThat(whole.out()).contains("and 10 more; --json and --report name all");
            }
            Process shell = new ProcessBuilder("sh", "-c",
                    "for i in 1 2; do printf x > \"$1/$i$(printf '\\377')\"; done", "sh", tree.toString()).start();
            assertThat(shell.waitFor()).isZero();
            for (String to : new String[] {directory.resolve("copy") + "/", target}) {
                Cli.Result partly = cli.run("move", "--json", "--report", report.toString(), tree.toString(), to);
                assertThat(partly.code()).as(partly.out()).isIn(2, 12);
                JsonNode missing = partly.json().get("notTransferred");
                assertThat(missing.size()).isEqualTo(32);
                assertThat(missing.valueStream().filter(one -> !one.get("reason").asString().equals("LEFT_OUT"))
                        .map(one -> one.get("path").asString())).containsExactlyInAnyOrder("1\ufffd", "2\ufffd");
                assertThat(missing.valueStream()).allMatch(one -> !one.get("text").asString().isEmpty());
                assertThat(Files.readString(report)).contains("notTransferred");
                assertThat(partly.err()).contains("not transferred: ")
                        .contains("12 more; --json and --report name all");
            }
        }
    }

    @Test
    void aReportOrEventsThatWouldBeWrittenOverTheDataAreRefusedBeforeAnythingIsDone() throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        Path copy = directory.resolve("copy");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        String content = sha256(file);
        for (String[] options : new String[][] {{"--report", file.toString()}, {"--events", file.toString()},
            {"--events", link.toString()}, {"--report", tree.toString()}, {"--report", "/proc/1/report"}}) {
            Cli.Result refused = cli.run("move", "--json", options[0], options[1], file.toString(), copy.toString());
            assertThat(refused.code()).as(refused.err()).isIn(2, 6);
            assertThat(refused.err()).contains(options[0] + " " + options[1]).hasLineCount(1);
            assertThat(copy).doesNotExist();
        }
        assertThat(sha256(file)).isEqualTo(content);
        Cli.Result inside = cli.run("move", "--events", tree.resolve("e").toString(), tree.toString(), copy.toString());
        assertThat(inside.code()).as(inside.err()).isEqualTo(2);
        assertThat(tree).isEmptyDirectory();
    }

    @Test
    void aSecondMoveIsASuccessUnlessItIsAskedWhetherAnythingWasSent() throws Exception {
        String[] move = {"move", "--json", file.toString(), directory.resolve("copy").toString()};
        String[] asked = {"move", "--json", "--error-on-no-transfer", file.toString(),
            directory.resolve("copy").toString()};
        assertThat(cli.run(asked).code()).as("something was sent").isZero();

        Cli.Result plain = cli.run(move);
        assertThat(plain.code()).as(plain.err()).isZero();
        assertThat(plain.json().get("status").asString()).isEqualTo("OK");
        assertThat(plain.json().get("resumedBytes").asLong()).isEqualTo(BYTES);
        Cli.Result second = cli.run(asked);
        assertThat(second.code()).isEqualTo(9);
        assertThat(second.json().get("status").asString()).isEqualTo("NOTHING_TO_DO");
        assertThat(second.json().get("sha256").asString()).isEqualTo(sha256(file));
    }

    @Test
    void saysLoudlyThatDatagramsGoWithoutACipher() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(cli.home(), data)
                .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            Cli.Result result = cli.run("move", "--quiet", "--transport", "plut", "--dedicated", "--rate", "100Mbit",
                    "--insecure-lab", file.toString(), "waybill://127.0.0.1:" + node.address().getPort() + "/x");

            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.err()).contains("WARNING").contains("without a cipher");
            assertThat(sha256(data.resolve("x"))).isEqualTo(sha256(file));
        }
        assertThat(cli.run("move", "--transport", "tcp", "--insecure-lab", file.toString(), "waybill://h/x").code())
                .isEqualTo(2);
    }

    @Test
    void refusesPlutOnAPathThatNobodyDeclaredDedicated() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(cli.home(), data)
                .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            Cli.Result result = cli.run("move", "--transport", "plut", "--rate", "100Mbit", file.toString(),
                    "waybill://127.0.0.1:" + node.address().getPort() + "/x");

            assertThat(result.code()).isEqualTo(12);
            assertThat(result.err()).contains("no congestion control").contains("--dedicated");
            assertThat(data.resolve("x")).doesNotExist();
        }
    }

    @Test
    void sendsStandardInputAndWritesTheDocumentElsewhere() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path report = directory.resolve("report.json");
        byte[] live = new byte[700_000];
        new Random(5).nextBytes(live);
        InputStream before = System.in;
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(cli.home(), data)
                .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            System.setIn(new ByteArrayInputStream(live));
            Cli.Result result = cli.run("move", "--quiet", "--transport", "tsp", "--rate", "50Mbit", "--report",
                    report.toString(), "-", "waybill://127.0.0.1:" + node.address().getPort() + "/live");

            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.out()).isEmpty();
            assertThat(data.resolve("live")).hasBinaryContent(live);
            assertThat(Files.readString(report)).contains("\"status\" : \"OK\"").contains("\"source\" : \"-\"")
                    .contains("\"bytes\" : 700000").contains(sha256(data.resolve("live")));
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void movesThroughTheRelayThatIsNamed() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path relayData = Files.createDirectory(directory.resolve("relay data"));
        byte[] content = new byte[3_000_000];
        new Random(8).nextBytes(content);
        Files.write(file, content);
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(cli.home(), data)
                        .withListen(new InetSocketAddress("127.0.0.1", 0)));
                WaybillNode relay = WaybillNode.start(NodeSettings.onLoopback(cli.home(), relayData)
                        .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                        .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            String via = "127.0.0.1:" + relay.address().getPort();
            String target = "waybill://127.0.0.1:" + node.address().getPort() + "/in/";
            Cli.Result result = cli.run("move", "--via", via, "--json", file.toString(), target);

            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.json().get("via").get(0).asString()).isEqualTo(via);
            assertThat(sha256(data.resolve("in/data file.bin"))).isEqualTo(sha256(file));
            assertThat(relay.relayMeter().forwardedBytes()).isGreaterThan(3_000_000);

            Cli.Result plut = cli.run("move", "--via", via, "--transport", "plut", "--dedicated", "--rate", "200Mbit",
                    "--loss-limit", "20", "--json", file.toString(), target + "again");
            assertThat(plut.code()).as(plut.err()).isZero();
            assertThat(plut.json().get("via").get(0).asString()).isEqualTo(via);
            assertThat(sha256(data.resolve("in/again"))).isEqualTo(sha256(file));
            assertThat(relay.relayMeter().streamsByDatagrams()).isEqualTo(1);

            refused(cli.run("move", "--loss-limit", "0", "--transport", "plut", file.toString(), target), 2,
                    "--loss-limit");
            refused(cli.run("move", "--transport", "sftp", "--via", via, file.toString(), "sftp://127.0.0.1/x"), 2,
                    "--via");
            refused(cli.run("move", "--via", via + "," + via, file.toString(), target), 2, "twice");
        }
    }

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
            Path known = Files.writeString(directory.resolve("known"), "[127.0.0.1]:" + server.port() + " "
                    + Files.readString(Path.of(other + ".pub")));
            useKeys(server, known);
            Path target = directory.resolve("x.bin");

            refused(cli.run("move", "--transport", "sftp", file.toString(), url(server, target)), 6, "host key");
            assertThat(target).doesNotExist();
        }
    }

    @Test
    void aKeyThatIsNotAuthorizedIsRefused() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
            SshServer.newKey(ssh.resolve("id_ed25519"), "");
            Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));

            refused(cli.run("move", "--transport", "sftp", file.toString(), url(server, directory.resolve("x"))), 6,
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
    void aClosedPortIsTriedAFewTimesAndThenSaidToBeClosed() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Cli.Result result = cli.run("move", "--quiet", "--transport", "tcp",
                file.toString(), "waybill://127.0.0.1:" + port + "/x");

        refused(result, 4, "127.0.0.1:" + port);
    }

    static Stream<String[]> badEnds() {
        return Stream.of(
                new String[] {"2", "unknown scheme", "gopher://h/x", "."},
                new String[] {"2", "password", "ftp://u:secret@h/x", "."},
                new String[] {"2", "port", "sftp://h:99999/x", "."},
                new String[] {"3", "no-such-file", "no-such-file", "copy"},
                new String[] {"3", "no-such-host", "FILE", "sftp://no-such-host.invalid/x"});
    }

    @ParameterizedTest
    @MethodSource("badEnds")
    void badEndsGetOneLineThatSaysWhatIsWrong(String code, String said, String source, String destination) {
        String from = source.equals("FILE") ? file.toString() : source;
        Cli.Result result = cli.run("move", "--quiet", from, destination);

        refused(result, Integer.parseInt(code), said);
        assertThat(result.err()).doesNotContain("secret");
        assertThat(cli.run("move", "--quiet", "--json", from, destination).json().get("status").asString())
                .isNotEqualTo("OK");
    }

    @Test
    void aSourceThatMayNotBeReadIsRefused() throws Exception {
        Path locked = Files.createDirectory(directory.resolve("locked"));
        try (SshServer server = SshServer.start(directory, SshServer.Option.SFTP_AS_NOBODY)) {
            useKeys(server, server.knownHosts());
            Path secret = Files.write(locked.resolve("secret"), new byte[10]);
            Files.setPosixFilePermissions(secret, java.util.Set.of());
            refused(cli.run("move", "--transport", "sftp", url(server, secret), directory.resolve("x").toString()), 6,
                    "");
        }
    }

    @Test
    void littleIsMovedWithoutStartingTheServiceAndWaitsInTheOutboxForIt() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(cli.home(), data)
                .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            String url = "waybill://127.0.0.1:" + node.address().getPort();
            Cli.Result sent = cli.run("move", file.toString(), url + "/in/");
            assertThat(sent.code()).as(sent.err()).isZero();
            assertThat(sent.err()).as("unless the node greeted later than discovery waits")
                    .contains("waybill: by tcp; small transfers start immediately, without history and path");
            assertThat(sha256(data.resolve("in/data file.bin"))).isEqualTo(sha256(file));

            Path back = directory.resolve("back");
            Cli.Result fetched = cli.run("move", url + "/in/data%20file.bin", back.toString());
            assertThat(fetched.code()).as(fetched.err()).isZero();
            assertThat(sha256(back)).isEqualTo(sha256(file));
            assertThat(fetched.err()).contains("waybill: by tcp; of data whose size is unknown no time is forecast");
            assertThat(outcomes()).hasSize(2);
            assertThat(cli.home().resolve("service.lock")).as("nobody started a service: %s", fetched.err())
                    .doesNotExist();
        }
    }

    /** Each advice asked for the passphrase, and then the move; each said that it was wrong. */
    @Test
    void aVaultThatDoesNotOpenIsSaidToOnceInAMoveWithThoroughAdvice() throws Exception {
        Path passphrase = Files.writeString(directory.resolve("passphrase"), "correct horse battery staple\n");
        try (SshServer server = SshServer.start(directory); SharedService _ = cli.service()) {
            Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
            Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
            cli.with("WAYBILL_VAULT_PASSPHRASE_FILE", passphrase.toString());
            String login = server.user() + "@127.0.0.1";
            assertThat(cli.run("account", "add", login, "--with-passphrase", "--password-file", passphrase.toString())
                    .code()).isZero();
            Files.writeString(passphrase, "wrong\n");
            Cli.Result refused = cli.run("move", url(server, file), directory.resolve("copy").toString());
            assertThat(refused.code()).as(refused.err()).isEqualTo(6);
            assertThat(refused.err()).doesNotContain("so little", "size is unknown");
            String said = "the vault is of no use: wrong passphrase";
            assertThat(refused.err().lines().filter(line -> line.startsWith(said))).as(refused.err()).hasSize(1);
            assertThat(refused.err().lines().filter(line -> line.startsWith("waybill: ")).toList().getLast())
                    .contains("(" + said);
        }
    }

    @Test
    void nothingIsWrittenInADryRun() throws Exception {
        Cli.Result result = cli.run("move", "--dry-run", file.toString(), directory.resolve("copy").toString());

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains("would move");
        assertThat(directory.resolve("copy")).doesNotExist();
        assertThat(outcomes()).isEmpty();
    }

    static Stream<String> hostileNames() {
        return Stream.of("two  spaces", "it's \"quoted\"", "a;touch sentinel", "$(touch sentinel)", "line\nbreak",
                "-rf", "\u202etxt.exe", "x".repeat(255), "`id`", "*?[a]", "grüße-☃");
    }

    @ParameterizedTest
    @MethodSource("hostileNames")
    void hostileNamesArriveAsTheyAre(String name) throws Exception {
        Path source = Files.createDirectory(directory.resolve("from")).resolve(name);
        Path target = Files.createDirectory(directory.resolve("to")).resolve(name);
        Files.copy(file, source);

        Cli.Result result = cli.run("move", "--transport", "local", source.toString(), target.toString());

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(sha256(target)).isEqualTo(sha256(file));
        assertThat(result.out().lines().count()).isLessThanOrEqualTo(5);
        assertThat(directory.resolve("sentinel")).doesNotExist();
        assertThat(Path.of("sentinel")).doesNotExist();
    }

    @Test
    void jsonAndAStreamOnStandardOutputExcludeEachOther() {
        refused(cli.run("move", "--json", file.toString(), "-"), 2, "--report");
    }

    private static void refused(Cli.Result result, int code, String said) {
        assertThat(result.code()).as(result.err()).isEqualTo(code);
        assertThat(result.err().toLowerCase(java.util.Locale.ROOT)).contains(said.toLowerCase(java.util.Locale.ROOT));
        assertOneLine(result);
    }

    private static void assertOneLine(Cli.Result result) {
        assertThat(result.err()).startsWith("waybill: ").doesNotContain("\tat ").doesNotContain("Exception");
        assertThat(result.err().lines().filter(line -> !line.contains("next try") && !line.contains("in clear")
                && !line.contains("read back"))).hasSize(1);
    }

    private void useKeys(SshServer server, Path knownHosts) throws IOException {
        Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
        Files.copy(knownHosts, ssh.resolve("known_hosts"));
    }

    private static String url(SshServer server, Path path) {
        return "sftp://" + server.user() + "@127.0.0.1:" + server.port() + path.toString().replace(" ", "%20");
    }

    private Stream<Path> outcomes() throws IOException {
        Path outbox = cli.home().resolve("outbox");
        if (!Files.isDirectory(outbox)) {
            return Stream.of();
        }
        try (Stream<Path> files = Files.list(outbox)) {
            return files.toList().stream();
        }
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
