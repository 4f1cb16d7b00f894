package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;

/** What a copy keeps when asked to. */
class ExtraOptionsTest extends MoveCase {
    private static final int SIZE = 12 << 20;

    /** Zeros that are written, but for the beginning and a place in the middle. */
    private Path zeros() throws IOException {
        Path path =
                Files.write(Files.createDirectories(directory.resolve("run7")).resolve("image"), new byte[SIZE]);
        try (RandomAccessFile image = new RandomAccessFile(path.toFile(), "rw")) {
            image.writeBytes("header");
            image.seek(SIZE / 2);
            image.writeBytes("in the middle");
        }
        return path.getParent();
    }

    private static long allocated(Path file) throws IOException {
        Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        return 512
                * Long.parseLong(new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
    }

    private void copied(Path to, String... command) throws IOException {
        Cli.Result result = cli.run(command);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(to).hasSameBinaryContentAs(directory.resolve("run7/image"));
    }

    @Test
    void zerosBecomeHoles() throws Exception {
        Path run = zeros();
        Path to = directory.resolve("to");
        copied(to.resolve("image"), "copy", run + "/", to.toString());
        assertThat(allocated(to.resolve("image"))).isGreaterThanOrEqualTo(SIZE);
        copied(to.resolve("a/image"), "copy", "-S", run + "/", to + "/a");
        assertThat(allocated(to.resolve("a/image"))).isLessThan(SIZE / 8);
        copied(to.resolve("b/image"), "sync", "--sparse", run + "/", to + "/b");
        assertThat(allocated(to.resolve("b/image"))).isLessThan(SIZE / 8);
    }

    @Test
    void aNodeMakesHolesToo() throws Exception {
        Path run = zeros();
        Path data = Files.createDirectory(directory.resolve("data"));
        try (WaybillNode node = WaybillNode.start(
                NodeSettings.onLoopback(cli.home(), data).withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            String there = "waybill://127.0.0.1:" + node.address().getPort();
            for (String option : List.of("-S", "--sparse")) {
                Path image = data.resolve(option).resolve("image");
                copied(image, "copy", option, run + "/", there + "/" + option);
                assertThat(allocated(image)).isLessThan(SIZE / 8);
            }
            Path back = directory.resolve("back");
            copied(back.resolve("image"), "copy", "-S", there + "/-S/", back.toString());
            assertThat(allocated(back.resolve("image"))).isLessThan(SIZE / 8);
        }
    }

    @Test
    void namesOfOneFileStayNamesOfOneFile() throws Exception {
        Path run = zeros();
        Files.createLink(run.resolve("also"), run.resolve("image"));
        for (String command : List.of("copy", "sync")) {
            Path to = directory.resolve(command);
            copied(to.resolve("image"), command, "-H", "-S", run + "/", to + "/");
            assertThat(Files.isSameFile(to.resolve("image"), to.resolve("also")))
                    .isTrue();
            assertThat(allocated(to.resolve("image"))).isLessThan(SIZE / 8);
        }
        Path apart = directory.resolve("apart");
        copied(apart.resolve("image"), "copy", run + "/", apart.toString());
        assertThat(Files.isSameFile(apart.resolve("image"), apart.resolve("also")))
                .isFalse();
    }

    @Test
    void aNodeSaysThatItMakesNoHardLinks() throws Exception {
        Path run = zeros();
        Files.createLink(run.resolve("also"), run.resolve("image"));
        Path data = Files.createDirectory(directory.resolve("data"));
        try (WaybillNode node = WaybillNode.start(
                NodeSettings.onLoopback(cli.home(), data).withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            Cli.Result result = cli.run(
                    "copy",
                    "--hard-links",
                    run + "/",
                    "waybill://127.0.0.1:" + node.address().getPort() + "/run7");
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.err()).containsOnlyOnce("hard links");
            assertThat(data.resolve("run7/also")).hasSameBinaryContentAs(run.resolve("image"));
        }
    }

    @Test
    void aStreamHasNeitherHolesNorOtherNames() {
        refused(cli.run("copy", "--sparse", file.toString(), "-"), 2, "not for a stream");
        refused(cli.run("copy", "-H", file.toString(), "-"), 2, "not for a stream");
    }
}
