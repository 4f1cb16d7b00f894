package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.CommandJvm;
import tools.jackson.databind.JsonNode;

/** Ctrl-C or Ctrl-\ in the middle of a move: the shell's code, and nothing under the final name; then it resumes. */
@Timeout(180)
class InterruptedMoveTest {
    private static final int BYTES = 24 << 20;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"INT, 130, re-run the command to resume", "QUIT, 131, copying"})
    void keepsItsStateSaysSoAndGoesOn(String signal, int code, String said) throws Exception {
        Cli cli = new Cli(directory);
        byte[] content = new byte[BYTES];
        new Random(11).nextBytes(content);
        Path file = Files.write(directory.resolve("big.bin"), content);
        Path data = Files.createDirectory(directory.resolve("data"));
        try (WaybillNode node = cli.node(data)) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/big.bin";
            Path err = directory.resolve("err");
            // a build that runs in the background has Ctrl-C's signal ignored, and its children inherit that
            List<String> command = new ArrayList<>(List.of("env", "--default-signal=" + signal, "prlimit", "--core=0"));
            command.addAll(CommandJvm.waybill());
            command.addAll(List.of("move", "--transport", "tcp", "--rate", "16Mbit/s", file.toString(), url));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectError(err.toFile())
                    .redirectOutput(directory.resolve("out").toFile());
            builder.environment().putAll(Map.of("WAYBILL_HOME", cli.home().toString(), "HOME", directory.toString()));
            Process move = builder.start();
            // a progress line says that bytes are moving
            while (!Files.readString(err).contains("copying: ")) {
                assertThat(move.isAlive()).as(Files.readString(err)).isTrue();
                Thread.sleep(100);
            }
            new ProcessBuilder(List.of("kill", "-" + signal, String.valueOf(move.pid())))
                    .start()
                    .waitFor();

            assertThat(move.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(move.exitValue()).isEqualTo(code);
            assertThat(Files.readString(err)).contains(said).doesNotContain("thread dump");
            assertThat(data.resolve("big.bin")).doesNotExist();

            JsonNode again = cli.run("move", "--transport", "tcp", "--json", file.toString(), url)
                    .json();
            assertThat(again.get("status").asString()).isEqualTo("OK");
            assertThat(again.get("resumedBytes").asLong()).isPositive();
            assertThat(again.get("forecastErrorPercent").isNull()).isTrue();
            assertThat(Files.mismatch(file, data.resolve("big.bin"))).isEqualTo(-1);
        }
    }

    /** What is being written then ends by an error of its own, which is not an internal one. */
    @Test
    void aDemoThatIsInterruptedWhileItWritesSaysSoInOneLine() throws Exception {
        Cli cli = new Cli(directory);
        AtomicReference<Cli.Result> ended = new AtomicReference<>();
        Thread demo = Thread.ofPlatform().start(() -> ended.set(cli.run("demo", "--size", "1GiB")));
        Path file = cli.home().resolve("demo-" + ProcessHandle.current().pid() + "/laboratory/measurement.dat");
        while (!Files.exists(file) || Files.size(file) < 10_000_000) {
            assertThat(demo.isAlive()).as("%s", ended.get()).isTrue();
            Thread.sleep(10);
        }
        demo.interrupt();
        demo.join();
        Cli.Result result = ended.get();
        assertThat(result.code()).as("%s", result).isEqualTo(130);
        assertThat(result.err()).endsWith("waybill: interrupted\n").doesNotContain("internal error");
        assertThat(file.getParent().getParent()).doesNotExist();
    }

    @Test
    void aSignalBeforeTheCommandBeganEndsItWithoutAStackTrace() throws Exception {
        Process late = new ProcessBuilder(CommandJvm.running(Late.class.getName()))
                .redirectErrorStream(true)
                .start();
        String said = new String(late.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said.strip()).isEqualTo("130");
    }

    /** Begins a command when its process is ending already. */
    static final class Late {
        private Late() {}

        public static void main(String[] arguments) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(Interruption.guard(() -> 0))));
        }
    }
}
