package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;

/**
 * What goes wrong with disks and files: one clear line, the right exit code, nothing half-written under a final name,
 * and the file that was there before as it was.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(240)
class TroubleTest {
    private static final int BYTES = 6_000_000;
    private static final String OLD = "what was there before";

    private Path directory;
    private Commands commands;
    private Path file;
    private Path small;
    private SshServer ssh;
    private WaybillNode node;
    private WaybillNode smallNode;

    @BeforeAll
    void start(@TempDir Path shared) throws Exception {
        Packages.requireRoot("small and read-only file systems are mounted");
        directory = shared;
        commands = new Commands(directory);
        byte[] content = new byte[BYTES];
        new Random(5).nextBytes(content);
        file = Files.write(commands.work().resolve("data.bin"), content);
        small = Files.createDirectory(directory.resolve("small"));
        system("mount", "-t", "tmpfs", "-o", "size=4m", "none", small.toString());
        ssh = SshServer.start(directory);
        Path keys = commands.userHome().resolve(".ssh");
        Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
        Files.copy(ssh.knownHosts(), keys.resolve("known_hosts"));
        node = node(Files.createDirectory(directory.resolve("data")));
        smallNode = node(small);
    }

    private WaybillNode node(Path data) throws Exception {
        return WaybillNode.start(
                NodeSettings.onLoopback(commands.home(), data).withListen(new InetSocketAddress("127.0.0.1", 0)));
    }

    @AfterAll
    void stop() throws Exception {
        if (ssh != null) {
            smallNode.close();
            node.close();
            ssh.close();
            system("umount", "-l", small.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "sftp", "waybill"})
    void aDiskThatIsTooSmallIsSaidToBeSoAndTheOldFileIsLeft(String kind) throws Exception {
        Path target = Files.writeString(small.resolve("old-" + kind), OLD);

        Commands.Result result = commands.run(
                "move", "--quiet", "--transport", transport(kind), file.toString(), url(kind, smallNode, target));

        assertRefused(result, 7, "free");
        assertThat(target).hasContent(OLD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "sftp", "waybill"})
    void aReadOnlyTargetIsSaidToBeOne(String kind) throws Exception {
        Path inside = Files.createDirectory(directory.resolve("data/ro-" + kind));
        Path target = Files.writeString(inside.resolve("x"), OLD);
        system("mount", "--bind", inside.toString(), inside.toString());
        system("mount", "-o", "remount,ro,bind", inside.toString());
        try {
            Commands.Result result = commands.run(
                    "move", "--quiet", "--transport", transport(kind), file.toString(), url(kind, node, target));

            assertRefused(result, 7, "read-only");
            assertThat(target).hasContent(OLD);
        } finally {
            system("umount", "-l", inside.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "sftp", "waybill"})
    void aDirectoryWhereAFileIsMeantIsSaidToBeOne(String kind) throws Exception {
        Path target = directory.resolve("data/taken-" + kind);
        Files.createDirectories(target.resolve("data.bin/inside"));

        Commands.Result result = commands.run(
                "move", "--quiet", "--transport", transport(kind), file.toString(), url(kind, node, target));

        assertRefused(result, 2, "directory");
        assertThat(target.resolve("data.bin/inside")).isDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "sftp", "waybill"})
    void aSourceThatGrowsWhileItIsReadIsSaidToHaveChanged(String kind) throws Exception {
        Path source = Files.write(commands.work().resolve("growing-" + kind), new byte[BYTES]);
        Path target = Files.writeString(directory.resolve("data/copy-" + kind), OLD);
        AtomicBoolean ended = new AtomicBoolean();
        Thread writer = Thread.ofVirtual().start(() -> append(source, ended));
        Commands.Result result = commands.run(
                "move",
                "--quiet",
                "--rate",
                "16mbit",
                "--transport",
                transport(kind),
                source.toString(),
                url(kind, node, target));
        ended.set(true);
        writer.join();

        assertRefused(result, 13, "changed");
        assertThat(target).hasContent(OLD);
    }

    @Test
    void aTreeWithANameThatIsNoTextIsMovedButForThatFile() throws Exception {
        Path tree = Files.createDirectory(commands.work().resolve("tree"));
        Files.writeString(tree.resolve("good"), "good");
        system("sh", "-c", "printf x > \"$1\"/\"$(printf 'bad\\377name')\"", "sh", tree.toString());

        for (String kind : List.of("local", "sftp", "waybill")) {
            Path target = directory.resolve("data/tree-" + kind);
            Commands.Result result = commands.run(
                    "move", "--quiet", "--transport", transport(kind), tree.toString(), url(kind, node, target));

            assertThat(result.code()).as(kind + result.out() + result.err()).isNotZero();
            assertThat(result.err()).as(kind).contains("UTF-8").doesNotContain("Exception");
            assertThat(target.resolve("good")).as(kind + result.err()).hasContent("good");
        }
    }

    private static void append(Path source, AtomicBoolean ended) {
        try (FileChannel channel = FileChannel.open(source, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            while (!ended.get()) {
                channel.write(ByteBuffer.wrap(new byte[] {1}));
                Thread.sleep(20);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void assertRefused(Commands.Result result, int code, String said) throws IOException {
        assertThat(result.code()).as(result.out() + result.err()).isEqualTo(code);
        assertThat(result.err())
                .startsWith("waybill: ")
                .containsIgnoringCase(said)
                .doesNotContain("\tat ")
                .doesNotContain("Exception");
        assertThat(result.err().lines()).as(result.err()).hasSize(1);
        try (Stream<Path> left = Files.walk(directory.resolve("data"))) {
            assertThat(left.filter(Files::isRegularFile)
                            .filter(path -> path.toFile().length() == BYTES))
                    .isEmpty();
        }
    }

    private static String transport(String kind) {
        return kind.equals("waybill") ? "tcp" : kind;
    }

    private String url(String kind, WaybillNode served, Path target) {
        return switch (kind) {
            case "local" -> target.toString();
            case "sftp" -> "sftp://" + ssh.user() + "@127.0.0.1:" + ssh.port() + target;
            default ->
                "waybill://127.0.0.1:" + served.address().getPort() + "/"
                        + (served.equals(node) ? directory.resolve("data") : small).relativize(target);
        };
    }

    private static void system(String... line) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", line) + ": " + said);
        }
    }
}
