package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;
import tools.jackson.databind.JsonNode;

/** One file to two nodes by the command line. */
@Timeout(120)
class DistributeCommandTest {
    @TempDir
    private Path directory;

    private WaybillNode node(Cli cli, String name) throws Exception {
        return node(cli, name, new InetSocketAddress("127.0.0.1", 0));
    }

    private WaybillNode node(Cli cli, String name, InetSocketAddress at) throws Exception {
        return WaybillNode.start(NodeSettings.onLoopback(cli.home(), Files.createDirectory(directory.resolve(name)))
                .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                .withListen(at));
    }

    @Test
    void bringsAFileToEveryNodeAndSaysWhereEachGotIt() throws Exception {
        Cli cli = new Cli(directory);
        byte[] content = new byte[700_000];
        new Random(5).nextBytes(content);
        Path file = Files.write(directory.resolve("run.bin"), content);
        try (WaybillNode one = node(cli, "one");
                WaybillNode two = node(
                        cli,
                        "two",
                        new InetSocketAddress("127.0.0.2", one.address().getPort()))) {
            String first = "127.0.0.1:" + one.address().getPort();
            String second = "127.0.0.2:" + two.address().getPort();
            Cli.Result result = cli.run(
                    "distribute",
                    "--json",
                    file.toString(),
                    "waybill://" + first + "/in/",
                    "waybill://" + second + "/in/");
            assertThat(result.code()).as(result.err()).isZero();
            JsonNode document = result.json();
            assertThat(document.get("status").asString()).isEqualTo("OK");
            assertThat(document.get("sinks").size()).isEqualTo(2);
            assertThat(document.get("sinks").get(0).get("sha256").asString())
                    .isEqualTo(document.get("sinks").get(1).get("sha256").asString());
            assertThat(directory.resolve("one/in/run.bin")).satisfies(sameContentAs(file));
            assertThat(directory.resolve("two/in/run.bin")).satisfies(sameContentAs(file));

            Cli.Result onward =
                    cli.run("distribute", "waybill://" + first + "/in/run.bin", "waybill://" + second + "/");
            assertThat(onward.code()).as(onward.err()).isZero();
            assertThat(directory.resolve("two/run.bin")).satisfies(sameContentAs(file));
            Cli.Result copied =
                    cli.run("copy", "waybill://" + first + "/in/run.bin", "waybill://" + second + "/copied/");
            assertThat(copied.code()).as(copied.err()).isZero();
            assertThat(copied.out()).contains("verified, sha256 ");
            assertThat(directory.resolve("two/copied/run.bin")).satisfies(sameContentAs(file));
            Cli.Result relayed = cli.run(
                    "copy", "--transport", "tcp", "--via", second, file.toString(), "waybill://" + first + "/via/");
            assertThat(relayed.code()).as(relayed.err()).isZero();
            assertThat(relayed.out()).contains("via " + second);

            Cli.Result refused = cli.run(
                    "distribute", file.toString(), "waybill://" + first + "/again/", "waybill://127.0.0.1:9/x/");
            assertThat(refused.code()).as(refused.err()).isNotZero();
            assertThat((refused.out() + refused.err()).lines().filter(line -> line.contains("127.0.0.1:9/x/")))
                    .as("once, however often it was tried")
                    .hasSize(1);
            Path empty = Files.createDirectory(directory.resolve("run"));
            Files.copy(file, empty.resolve("a.bin"));
            Cli.Result nothing = cli.run("distribute", "--exclude", "*", empty + "/", "waybill://" + first + "/none");
            assertThat(nothing.code()).as(nothing.err()).isZero();
            assertThat(nothing.err()).contains("nothing was selected: the filters leave no file of " + empty);
            Cli.Result contents =
                    cli.runLine("distribute %s/ waybill://%s/in/ waybill://%s/whole", empty, first, second);
            assertThat(contents.code()).as(contents.err()).isZero();
            assertThat(directory.resolve("one/in/a.bin")).satisfies(sameContentAs(file));
            assertThat(directory.resolve("two/whole/a.bin")).satisfies(sameContentAs(file));
            assertThat(contents.err())
                    .containsOnlyOnce("the contents of " + empty + "/ go into waybill://" + first + "/in/ itself");
            assertThat(cli.runLine("distribute %s/ waybill://%s/whole", empty, first)
                            .err())
                    .doesNotContain("contents of");

            Cli.Result bad = cli.run("distribute", file.toString(), "/tmp/elsewhere");
            assertThat(bad.code()).isEqualTo(2);
            assertThat(bad.err()).contains("waybill://");
        }
    }

    @Test
    void whatASenderLacksIsNamedForEachOfItsCopies() throws Exception {
        Cli cli = new Cli(directory);
        Path run = Files.createDirectory(directory.resolve("run"));
        Files.writeString(run.resolve("a"), "content");
        Files.createSymbolicLink(run.resolve("absolute"), Path.of("/etc/passwd"));
        try (WaybillNode one = node(cli, "one");
                WaybillNode two = node(cli, "two")) {
            String first = "waybill://127.0.0.1:" + one.address().getPort() + "/in/";
            String second = "waybill://127.0.0.1:" + two.address().getPort() + "/in/";
            Cli.Result result = cli.run("distribute", run.toString(), first, second);
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.out().lines().filter(line -> line.startsWith("left out: absolute: ")))
                    .hasSize(2);
            assertThat(result.out()).endsWith("2 entries left out\n");
            Cli.Result strict = cli.run("distribute", "--strict", "--json", run.toString(), first, second);
            assertThat(strict.code()).as(strict.err()).isEqualTo(15);
            assertThat(strict.json().get("status").asString()).isEqualTo("LEFT_OUT");
            for (JsonNode sink : strict.json().get("sinks")) {
                assertThat(sink.get("notTransferred").size()).isEqualTo(1);
            }
        }
    }

    @Test
    void measuresTheLinksOfALargeFileAndShowsTheTreeWithItsTime() throws Exception {
        Cli cli = new Cli(directory);
        byte[] content = new byte[65 << 20];
        new Random(6).nextBytes(content);
        Path file = Files.write(directory.resolve("large.bin"), content);
        try (WaybillNode one = node(cli, "one");
                WaybillNode two = node(cli, "two")) {
            String first = "127.0.0.1:" + one.address().getPort();
            String second = "127.0.0.1:" + two.address().getPort();
            Cli.Result result = cli.run(
                    "distribute",
                    "--json",
                    file.toString(),
                    "waybill://" + first + "/in/",
                    "waybill://" + second + "/in/");
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.err())
                    .containsPattern("waybill: expected time .* at .*bit/s: ")
                    .containsPattern(first + " from (the source|" + second + ")")
                    .containsPattern(second + " from (the source|" + first + ")");
            assertThat(result.json().get("expectedSeconds").asDouble()).isBetween(0.1, 60.0);
            assertThat(directory.resolve("two/in/large.bin")).satisfies(sameContentAs(file));
        }
    }
}
