package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.cli.Cli;
import org.waybill.engine.cache.CacheSettings;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.engine.testserver.FtpServer;
import tools.jackson.databind.JsonNode;

/** Moves by the command line between real ends: what is there is what was sent. */
class MoveCommandTest extends MoveCase {
    @Test
    void movesToANodeOfTheSameHomeAndReportsIt() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path report = directory.resolve("report.json");
        try (WaybillNode node = cli.node(data)) {
            Cli.Result result = cli.runLine(
                    "move --transport tcp --json --report %s %s waybill://127.0.0.1:%s/in/",
                    report, file, node.address().getPort());

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
    void aDirectoryGoesFromOneFtpServerToAnother() throws Exception {
        Path from = Files.createDirectory(directory.resolve("from"));
        Path to = Files.createDirectory(directory.resolve("to"));
        Files.writeString(Files.createDirectories(from.resolve("run/deep")).resolve("x"), "x");
        try (FtpServer source = FtpServer.start(directory, from);
                FtpServer target = FtpServer.start(directory, to)) {
            Cli.Result result = cli.runLine(
                    "copy --json ftp://127.0.0.1:%s/from/run/ ftp://127.0.0.1:%s/to/new/",
                    source.port(), target.port());
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.json().get("transport").asString()).isEqualTo("ftp");
            assertThat(to.resolve("new/deep/x")).hasContent("x");
        }
    }

    @Test
    void movesThroughTheRelayThatIsNamed() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path relayData = Files.createDirectory(directory.resolve("relay data"));
        byte[] content = new byte[3_000_000];
        new Random(8).nextBytes(content);
        Files.write(file, content);
        try (WaybillNode node = cli.node(data);
                WaybillNode relay = WaybillNode.start(NodeSettings.onLoopback(cli.home(), relayData)
                        .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                        .withCache(new CacheSettings(directory.resolve("cache"), 10_000_000))
                        .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            String via = "127.0.0.1:" + relay.address().getPort();
            String target = "waybill://127.0.0.1:" + node.address().getPort() + "/in/";
            Cli.Result result = cli.run("move", "--via", via, "--json", file.toString(), target);

            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.json().get("via").get(0).asString()).isEqualTo(via);
            assertThat(sha256(data.resolve("in/data file.bin"))).isEqualTo(sha256(file));
            assertThat(relay.relayMeter().forwardedBytes()).isGreaterThan(3_000_000);

            Cli.Result plut = cli.runLine(
                    "move --via %s --transport plut --dedicated --rate 200Mbit --loss-limit 20 --json %s %sagain",
                    via, file, target);
            assertThat(plut.code()).as(plut.err()).isZero();
            assertThat(plut.json().get("via").get(0).asString()).isEqualTo(via);
            assertThat(sha256(data.resolve("in/again"))).isEqualTo(sha256(file));
            assertThat(relay.relayMeter().streamsByDatagrams()).isEqualTo(1);

            Cli.Result direct =
                    cli.runLine("move --transport plut --dedicated --rate 200Mbit %s %sdirect", file, target);
            assertThat(direct.code()).as(direct.err()).isZero();
            assertThat(direct.err())
                    .contains("1 channel: 16,667 packets/s at this rate; the receiver takes 100,000 packets/s a channel"
                            + " (not measured yet); expected loss in its buffers");

            refused(cli.runLine("move --loss-limit 0 --transport plut %s %s", file, target), 2, "--loss-limit");
            refused(cli.runLine("move --transport sftp --via %s %s sftp://127.0.0.1/x", via, file), 2, "--via");
            refused(
                    cli.runLine("copy --via auto:%s %s %s-here", via, file, file),
                    2,
                    "relays support the transports of nodes only");
            refused(cli.runLine("move --via %s,%s %s %s", via, via, file, target), 2, "twice");
            for (String typo : List.of("nowhere.invalid", "auto:nowhere.invalid", via + ",nowhere.invalid")) {
                refused(
                        cli.runLine("copy --via %s %s %s", typo, file, target),
                        2,
                        "invalid --via 'nowhere.invalid:7411': expected a node that you are paired with, or none, auto"
                                + " or disjoint; unknown host nowhere.invalid");
            }
            refused(
                    cli.runLine("copy --via %s,127.0.0.1:1 %s %s", via, file, target),
                    2,
                    "invalid --via '127.0.0.1:1'");
            for (String[] route : new String[][] {{"--via", via}, {"--transport", "tcp"}, {"--transport", "tsp"}}) {
                refused(
                        cli.runLine("copy --delete-source %s %s %s 127.0.0.1:/x", route[0], route[1], file),
                        2,
                        "'127.0.0.1:/x' is a path for SSH, and a node of that host may serve other files: name"
                                + " the node's path, waybill://127.0.0.1/PATH");
            }
            assertThat(file).exists();

            Path small = Files.writeString(directory.resolve("small"), "small");
            Cli.Result inline = cli.runLine("copy --via %s %s %ssmall", via, small, target);
            assertThat(inline.code()).as(inline.err()).isZero();
            assertThat(inline.err()).contains("no relay was used: up to 64 KiB");

            copiesByWayOfTheCache(relay, via, target, data.resolve("in"));
        }
    }

    private void copiesByWayOfTheCache(WaybillNode relay, String via, String target, Path in) throws Exception {
        int before = outcomes().toList().size();
        Path run = Files.createDirectories(directory.resolve("run7/deep/empty"))
                .getParent()
                .getParent();
        Files.copy(file, run.resolve("deep/large"));
        Files.writeString(run.resolve("small"), "small");
        Files.createSymbolicLink(run.resolve("link"), Path.of("deep/large"));
        Cli.Result first = cli.runLine("copy --via %s --cache --json %s %sfirst/", via, run, target);
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.json().get("paths").get(0).get("cachedBytes").asLong()).isZero();

        // another name, and another destination: what is equal in size, time and SHA-256 is not sent to the relay again
        Path renamed = Files.move(run.resolve("deep/large"), run.resolve("renamed"));
        Cli.Result again = cli.runLine("copy --via %s --cache %s/ %ssecond/", via, run, target);
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.out()).contains("2.86 MiB from the cache of " + via).doesNotContain("forecast");
        assertThat(again.err()).contains("3000000 of 3000005 bytes were in the cache of " + via);
        assertThat(sha256(in.resolve("second/renamed"))).isEqualTo(sha256(file));
        assertThat(Files.getLastModifiedTime(in.resolve("second/renamed")))
                .isEqualTo(Files.getLastModifiedTime(renamed));
        assertThat(in.resolve("second/small")).hasContent("small");
        assertThat(in.resolve("second/link")).isSymbolicLink();
        assertThat(in.resolve("first/run7/deep/empty")).isDirectory();
        assertThat(relay.cacheCounts().orElseThrow().hits()).isEqualTo(1);
        assertThat(outcomes()).as("what a cache had is no measure of a path").hasSize(before);

        // a damaged entry is found by its SHA-256, and never delivered
        Path entry;
        try (Stream<Path> all = Files.walk(directory.resolve("cache"))) {
            entry = all.filter(one -> one.toString().contains("-3000000-"))
                    .findFirst()
                    .orElseThrow();
        }
        FileTime time = Files.getLastModifiedTime(entry);
        byte[] content = Files.readAllBytes(entry);
        content[1_000_000] ^= 1;
        Files.write(entry, content);
        Files.setLastModifiedTime(entry, time);
        Cli.Result mended = cli.runLine("copy --via %s --cache --json %s %smended", via, renamed, target);
        assertThat(mended.code()).as(mended.err()).isZero();
        assertThat(mended.json().get("paths").get(0).get("cachedBytes").asLong())
                .isZero();
        assertThat(sha256(in.resolve("mended"))).isEqualTo(sha256(file));
        assertThat(relay.cacheCounts().orElseThrow().dropped()).isEqualTo(1);

        Path nothing = Files.createDirectory(directory.resolve("nothing"));
        Cli.Result empty = cli.runLine("copy --via %s --cache %s %s", via, nothing, target);
        assertThat(empty.code()).as(empty.err()).isZero();
        assertThat(in.resolve("nothing")).isEmptyDirectory();

        // where it cannot be used, the relay forwards what it cannot read
        Cli.Result without = cli.runLine("copy --verify none --via %s --cache %s %swithout", via, file, target);
        assertThat(without.code()).as(without.err()).isZero();
        assertThat(without.err()).contains("the cache of " + via + " is not used: it does not support --verify none");
        assertThat(sha256(in.resolve("without"))).isEqualTo(sha256(file));
        refused(cli.runLine("copy --cache %s %s", file, target), 2, "--cache needs one relay");
        refused(
                cli.runLine("copy --cache --via %s %ssecond/small %s-here", via, target, file),
                2,
                "--cache is for files");
    }

    static Stream<String> hostileNames() {
        return Stream.of(
                "two  spaces",
                "it's \"quoted\"",
                "a;touch sentinel",
                "$(touch sentinel)",
                "line\nbreak",
                "-rf",
                "\u202etxt.exe",
                "x".repeat(255),
                "`id`",
                "*?[a]",
                "grüße-☃");
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
}
