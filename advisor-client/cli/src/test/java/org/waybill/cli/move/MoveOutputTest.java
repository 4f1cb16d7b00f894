package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.cli.Cli;
import org.waybill.engine.node.WaybillNode;

/** One clear line, and the exit code, for what cannot be done or should not be. */
class MoveOutputTest extends MoveCase {
    @Test
    void saysLoudlyThatDatagramsGoWithoutACipher() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        try (WaybillNode node = cli.node(data)) {
            Cli.Result result = cli.run(
                    "move",
                    "--quiet",
                    "--transport",
                    "plut",
                    "--dedicated",
                    "--rate",
                    "100Mbit",
                    "--insecure-lab",
                    file.toString(),
                    "waybill://127.0.0.1:" + node.address().getPort() + "/x");

            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.err()).contains("WARNING").contains("without a cipher");
            assertThat(sha256(data.resolve("x"))).isEqualTo(sha256(file));
        }
        assertThat(cli.run("move", "--transport", "tcp", "--insecure-lab", file.toString(), "waybill://h/x")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void refusesPlutOnAPathThatNobodyDeclaredDedicated() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        try (WaybillNode node = cli.node(data)) {
            Cli.Result result = cli.run(
                    "move",
                    "--transport",
                    "plut",
                    "--rate",
                    "100Mbit",
                    file.toString(),
                    "waybill://127.0.0.1:" + node.address().getPort() + "/x");

            assertThat(result.code()).isEqualTo(12);
            assertThat(result.err()).contains("no congestion control").contains("--dedicated");
            assertThat(data.resolve("x")).doesNotExist();
        }
    }

    @Test
    void aClosedPortIsTriedAFewTimesAndThenSaidToBeClosed() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Cli.Result result =
                cli.run("move", "--quiet", "--transport", "tcp", file.toString(), "waybill://127.0.0.1:" + port + "/x");

        refused(result, 4, "127.0.0.1:" + port);
    }

    static Stream<String[]> badEnds() {
        return Stream.of(
                new String[] {"2", "invalid scheme", "gopher://h/x", "."},
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
        assertThat(cli.run("move", "--quiet", "--json", from, destination)
                        .json()
                        .get("status")
                        .asString())
                .isNotEqualTo("OK");
    }

    @Test
    void jsonAndAStreamOnStandardOutputExcludeEachOther() {
        refused(cli.run("move", "--json", file.toString(), "-"), 2, "--report");
    }

    @Test
    void aNameThatIsTooLongIsBadInputHereAndAtANode() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        String name = "x".repeat(256);
        refused(
                cli.run(
                        "move",
                        "--quiet",
                        file.toString(),
                        directory.resolve(name).toString()),
                2,
                "255 bytes");
        refused(cli.run("move", "--quiet", file.toString(), directory + "/x".repeat(2500)), 2, "too long");
        try (WaybillNode node = cli.node(data)) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            refused(cli.run("move", "--quiet", "--transport", "tcp", file.toString(), url + name), 2, "255 bytes");
        }
    }

    @Test
    void itsFormerNameSaysThatTheSourceStays() throws Exception {
        String from = file.toString();
        assertThat(cli.run("move", from, directory + "/a").err()).contains("'move' is 'copy': the source stays");
        for (String[] silent : new String[][] {
            {"copy", from, directory + "/b"},
            {"move", "--quiet", from, directory + "/c"},
            {"move", "--json", from, directory + "/d"},
            {"move", "--delete-source", from, directory + "/e"}
        }) {
            assertThat(cli.run(silent).err()).doesNotContain("stays");
        }
    }
}
