package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code kill -9} of a real node or client at random moments of a large file: running it again finishes, and little is
 * sent again. The end-to-end tests have the smaller ones, of every protocol.
 */
@Tag("nightly")
class KillTest {
    private static final int MOST_RESENT = 64 << 20;
    private static final int BYTES = 512 << 20;

    private static long worstResent;

    @TempDir
    private Path directory;

    @AfterAll
    static void tellTheWorst() {
        System.out.println("KillTest: at most " + worstResent + " bytes were sent again");
    }

    /** Twenty that kill the node and twenty that kill the client. */
    static LongStream nightlySeeds() {
        return LongStream.range(100, 140);
    }

    @ParameterizedTest
    @MethodSource("nightlySeeds")
    void finishesAfterEitherWasKilledManyTimes(long seed) throws Exception {
        killOnce(seed, seed % 2 == 0, BYTES);
    }

    private void killOnce(long seed, boolean killNode, int bytes) throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        Path data = Files.createDirectory(directory.resolve("data"));
        Path source = random(directory.resolve("source"), bytes, seed);
        boolean push = seed % 4 < 2;
        Path target = push ? data.resolve("copy") : directory.resolve("copy");
        if (!push) {
            Files.move(source, data.resolve("source"));
            source = data.resolve("source");
        }
        Random random = new Random(seed);
        NodeProcess node = NodeProcess.start(home, data);
        try {
            Process client = client(home, node.port, push, source, target);
            waitForFirstBytes(push ? data : directory, client);
            Thread.sleep(random.nextInt(1200));
            if (killNode) {
                node.kill();
            } else {
                client.destroyForcibly();
            }
            client.destroyForcibly().waitFor();
            assertThat(target.toFile().exists() ? Files.size(target) : bytes).isEqualTo(bytes);
            long arrived = arrived(push ? data : directory, target);
            if (killNode) {
                node = NodeProcess.start(home, data);
            }
            Process again = client(home, node.port, push, source, target);
            String output = new String(again.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(again.waitFor()).as(output).isZero();
            long resumed = Long.parseLong(output.replaceAll("(?s).*resumed=(\\d+).*", "$1"));
            assertThat(target).satisfies(sameContentAs(source));
            worstResent = Math.max(worstResent, arrived - resumed);
            System.out.printf(
                    "seed %d: %s killed, %d of %d bytes had arrived, %d sent again%n",
                    seed, killNode ? "node" : "client", arrived, bytes, Math.max(0, arrived - resumed));
            assertThat(arrived - resumed)
                    .as("sent again of %d that had been written", arrived)
                    .isLessThanOrEqualTo(MOST_RESENT);
            assertThat(EngineFixture.leftovers(directory)).isEmpty();
        } finally {
            node.kill();
        }
    }

    /** Bytes of blocks in the partial file: what is allocated and not a hole is not known, so what is not zero. */
    private static long arrived(Path directory, Path target) throws IOException {
        if (Files.exists(target)) {
            return Files.size(target);
        }
        long arrived = 0;
        for (Path part : EngineFixture.leftovers(directory)) {
            if (part.toString().endsWith(".part")) {
                try (var in = Files.newInputStream(part)) {
                    byte[] chunk = new byte[64 << 10];
                    for (int n = in.readNBytes(chunk, 0, chunk.length);
                            n > 0;
                            n = in.readNBytes(chunk, 0, chunk.length)) {
                        arrived += chunk[n / 2] != 0 || chunk[n / 3] != 0 ? n : 0;
                    }
                }
            }
        }
        return arrived;
    }

    private static void waitForFirstBytes(Path directory, Process client) throws Exception {
        for (int i = 0; i < 3000 && client.isAlive(); i++) {
            if (EngineFixture.leftovers(directory).stream()
                    .anyMatch(path -> path.toString().endsWith(".part"))) {
                return;
            }
            Thread.sleep(5);
        }
    }

    private static Process client(Path home, int port, boolean push, Path source, Path target) throws IOException {
        return ChildProcesses.startCompiled(
                "move",
                home.toString(),
                String.valueOf(port),
                String.valueOf(push),
                push ? source.toString() : "/source",
                push ? "/copy" : target.toString());
    }

    private static Path random(Path file, int bytes, long seed) throws IOException {
        Random random = new Random(seed);
        byte[] chunk = new byte[1 << 20];
        try (var out = Files.newOutputStream(file)) {
            for (int at = 0; at < bytes; at += chunk.length) {
                random.nextBytes(chunk);
                out.write(chunk);
            }
        }
        return file;
    }

    /** A node in a process of its own. */
    private record NodeProcess(Process process, int port) {
        static NodeProcess start(Path home, Path data) throws IOException {
            Process process = ChildProcesses.startCompiled("node", home.toString(), data.toString());
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            List<String> said = new ArrayList<>();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.add(line);
                if (line.startsWith("port=")) {
                    drain(process);
                    return new NodeProcess(process, Integer.parseInt(line.substring(5)));
                }
            }
            throw new IOException("the node did not start: " + said);
        }

        private static void drain(Process process) {
            Thread.ofVirtual().start(() -> {
                try (var in = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
                    in.transferTo(Writer.nullWriter());
                } catch (IOException ignored) {
                    // killed
                }
            });
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }
}
