package org.waybill.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.cli.Cli;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.node.WaybillNode;
import tools.jackson.databind.JsonNode;

/** An operator's commands at a node that runs, and 'pair' at a client with a home of its own. */
@Timeout(60)
class NodePeersCommandTest {
    @TempDir
    private Path directory;

    private final InputStream standardInput = System.in;
    private Cli operator;
    private Cli client;
    private WaybillNode node;
    private Path file;

    @BeforeEach
    void start() throws Exception {
        operator = new Cli(directory.resolve("operator"));
        client = new Cli(directory.resolve("client"));
        file = Files.writeString(directory.resolve("file"), "content");
        Path data = Files.createDirectories(directory.resolve("data"));
        node = operator.node(data);
    }

    @AfterEach
    void stop() {
        System.setIn(standardInput);
        node.close();
    }

    private String address() {
        return "127.0.0.1:" + node.address().getPort();
    }

    private Cli.Result pair(String standardIn, String... options) {
        System.setIn(new ByteArrayInputStream(standardIn.getBytes(StandardCharsets.UTF_8)));
        String[] all = new String[options.length + 2];
        all[0] = "pair";
        all[1] = address();
        System.arraycopy(options, 0, all, 2, options.length);
        return client.run(all);
    }

    private int move(String target) {
        return client.run("move", "--quiet", file.toString(), "waybill://" + address() + target)
                .code();
    }

    @Test
    void aNodeIsTrustedByItsFingerprintAndLetsInWhomItWasPairedWith() throws Exception {
        String url = "waybill://" + address();
        String shown = node.fingerprint().sha256();
        Cli.Result stranger = client.run("copy", "--transport", "tcp", file.toString(), url + "/x");
        assertThat(stranger.code()).as(stranger.err()).isEqualTo(6);
        assertThat(stranger.err()).contains(shown, "waybill pair " + address()).hasLineCount(1);
        Cli.Result unknown = client.run("trust", url);
        assertThat(unknown.code()).isEqualTo(6);
        assertThat(unknown.out())
                .contains("certificate of " + address() + "  " + shown)
                .endsWith(": waybill trust " + url + " --fingerprint " + shown + "\n");
        assertThat(client.run("trust", url, "--fingerprint", "SHA256:wrong").err())
                .contains("nothing was stored");

        assertThat(client.run("trust", url, "--fingerprint", shown).out()).contains("is trusted now", "waybill pair");
        assertThat(client.run("trust", url).out()).contains("is already trusted");
        Cli.Result notPaired = client.run("copy", "--transport", "tcp", file.toString(), url + "/x");
        assertThat(notPaired.code()).isEqualTo(6);
        assertThat(notPaired.err())
                .contains("this client is not paired with the node")
                .hasLineCount(1);
        assertThat(client.run("trust", "--remove", url).code()).isZero();
        assertThat(client.run("trust", "--remove", url).code()).isEqualTo(3);
        assertThat(client.run("trust", url, "--fingerprint", node.fingerprint().hex())
                        .code())
                .as("hex")
                .isZero();
    }

    @Test
    void aNodeThatChangedIsRefusedWithBothFingerprintsAndTheCommandThatForgetsTheOldOne() throws Exception {
        Fingerprint old = new Fingerprint("0".repeat(64));
        new PeerStore(client.home()).pinNode("127.0.0.1", node.address().getPort(), old);
        String url = "waybill://" + address() + "/";
        for (String command : List.of("copy --transport tcp " + file + " " + url, "trust " + url, "ls " + url)) {
            Cli.Result changed = client.run(command.split(" "));
            assertThat(changed.code()).as(changed.err()).isEqualTo(6);
            assertThat(changed.err())
                    .contains(
                            "HAS CHANGED: it shows " + node.fingerprint().sha256(),
                            old.sha256(),
                            "waybill trust --remove waybill://" + address())
                    .hasLineCount(1);
        }
        assertThat(client.run("trust", "--remove", "waybill://" + address()).code())
                .isZero();
        assertThat(pair(operator.run("node", "peers", "token").out()).code()).isZero();
        assertThat(move("/x")).isZero();
    }

    @Test
    void aTokenGoesThroughAPipeAndGivesWhatItSays() throws Exception {
        Cli.Result token =
                operator.runLine("node peers token --path '/in coming' --no-relay --quota 1MB --name 'beamline 3'");
        assertThat(token.code()).as(token.err()).isZero();
        assertThat(token.out()).matches("(?s)[A-Z2-7-]{31}\\R");
        Cli.Result paired = pair(token.out());
        assertThat(paired.code()).as(paired.err()).isZero();
        assertThat(paired.err()).isEmpty();
        assertThat(paired.out()).contains("permissions: read, write under /in coming, quota 1.00 MB");
        assertThat(paired.out() + paired.err()).doesNotContain(token.out().strip());
        assertThat(move("/in%20coming/")).isZero();
        assertThat(move("/elsewhere")).isEqualTo(6);

        assertThat(operator.run("node", "peers", "list").out())
                .contains("beamline 3", "127.0.0.1", "quota 1.00 MB", "7 B");
        JsonNode listed = operator.run("node", "peers", "list", "--json")
                .json()
                .get("clients")
                .get(0);
        assertThat(listed.get("name").asString()).isEqualTo("beamline 3");
        assertThat(listed.get("usedBytes").asInt()).isEqualTo(7);
        assertThat(listed.get("grant").get("path").asString()).isEqualTo("/in coming");
        assertThat(listed.get("lastSeen").asString()).startsWith("20");

        assertThat(operator.run("node", "peers", "remove", "beamline 3").code()).isZero();
        assertThat(operator.run("node", "peers", "remove", "beamline 3").code()).isEqualTo(3);
        assertThat(move("/in%20coming/again")).isEqualTo(6);
        assertThat(operator.run("node", "peers", "list").out()).contains("no paired clients");
    }

    @Test
    void pairingMayAskForLess() {
        String token = operator.run("node", "peers", "token", "--quiet").out();
        Cli.Result paired = pair(token, "--path", "P", "--read-only", "--no-relay", "--json");
        assertThat(paired.json().get("grant").toString()).contains("[\"read\"]").contains("\"/P\"");
        assertThat(move("/P/x")).isEqualTo(6);
    }

    @Test
    void theTokenMayLieInAFileAndStillBeGivenOnTheCommandLineWithAWarning() throws Exception {
        Path token = Files.writeString(
                directory.resolve("token"),
                operator.run("node", "peers", "token", "--quiet").out());
        Cli.Result paired = client.run("pair", address(), "--token-file", token.toString());
        assertThat(paired.code()).as(paired.err()).isZero();
        assertThat(client.run("node", "peers", "list").out()).contains(address());
        Cli.Result old = client.run("pair", address(), node.newPairingToken());
        assertThat(old.code()).as(old.err()).isZero();
        assertThat(old.err().lines()).singleElement().asString().contains("token on the command line");
        assertThat(client.run("pair", "--help").out()).doesNotContain("HOST:PORT TOKEN", "[TOKEN]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node peers|list, token or remove",
                "node peers token --read-only --modify|cannot be combined",
                "node peers token --quota 0|--read-only",
                "node peers token --path /a/../b|--path /a/../b",
                "pair h:1 --path ..|--path ..",
                "pair h:1 A --token-file f|given twice"
            })
    void whatMakesNoSenseIsRefusedInOneLine(String line, String said) {
        Cli.Result result = operator.run(line.split(" "));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err().lines()).singleElement().asString().contains(said);
    }

    @Test
    void withoutATokenInStandardInputNothingIsAsked() {
        Cli.Result result = pair("");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("standard input is empty");
    }
}
