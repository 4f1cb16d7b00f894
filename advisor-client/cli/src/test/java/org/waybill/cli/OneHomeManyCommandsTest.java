package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of the real command line on one home, with the real service and its database. */
@Timeout(180)
class OneHomeManyCommandsTest {
    private static final String CANARY = "c4n4ry-s3cret";

    @TempDir
    private Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void fiveAtOnceGoOnWhenTheirLeaderIsKilled() throws Exception {
        // a command that stays: it leads, since it comes first
        Process leader = start("leader", "service", "--listen", "127.0.0.1:0");
        Properties published = awaitService(leader);
        assertThat(published.getProperty("pid")).isEqualTo(String.valueOf(leader.pid()));
        List<Process> five = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            five.add(start("command" + i, "history", "show", "--json"));
        }
        Thread.sleep(700); // somewhere in the middle: starting, asking, or just answered
        leader.destroyForcibly().waitFor();

        for (int i = 0; i < 5; i++) {
            assertThat(five.get(i).waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(five.get(i).exitValue()).as(text("command" + i + ".err")).isZero();
            assertThat(text("command" + i + ".out")).contains("\"transfers\"");
            assertThat(text("command" + i + ".err")).doesNotContainIgnoringCase("lock");
        }
        assertThat(home().resolve("service.properties")).doesNotExist();
    }

    @Test
    void aPasswordIsSeenNeitherInProcessesNorInAnyFile() throws Exception {
        Path password = Files.writeString(directory.resolve("canary.txt"), CANARY + "\n");
        Process add = start("add", "account", "add", "user@127.0.0.1", "--password-file", password.toString());
        String commandLine = "";
        while (add.isAlive()) {
            Path proc = Path.of("/proc/" + add.pid() + "/cmdline");
            try {
                commandLine += Files.readString(proc, StandardCharsets.ISO_8859_1)
                        + Files.readString(proc.resolveSibling("environ"), StandardCharsets.ISO_8859_1);
            } catch (IOException ended) {
                break;
            }
            Thread.sleep(20);
        }
        assertThat(add.waitFor()).isZero();
        assertThat(commandLine).contains("account").doesNotContain("c4n4ry");
        Files.delete(password);
        assertThat(start("move", "move", "--transport", "sftp", "--quiet", "/etc/hostname",
                "sftp://user@127.0.0.1:1/x").waitFor()).isEqualTo(4);
        assertThat(start("show", "history", "show", "--json").waitFor()).isZero();

        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)).as(file.toString())
                        .doesNotContain("c4n4ry");
            }
        }
    }

    private Process start(String name, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), Main.class.getName()));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(directory.resolve(name + ".out").toFile())
                .redirectError(directory.resolve(name + ".err").toFile());
        builder.environment().put("WAYBILL_HOME", home().toString());
        builder.environment().put("HOME", directory.toString());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private Properties awaitService(Process leader) throws Exception {
        Path file = home().resolve("service.properties");
        while (!Files.exists(file)) {
            assertThat(leader.isAlive()).as(text("leader.err")).isTrue();
            Thread.sleep(50);
        }
        Properties properties = new Properties();
        try (var in = Files.newInputStream(file)) {
            properties.load(in);
        }
        return properties;
    }

    private String text(String name) {
        try {
            return Files.readString(directory.resolve(name));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private Path home() {
        return directory.resolve("home");
    }
}
