package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.CommandJvm;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
    void threeAtOnceEndRightThoughALeaderIsKilled() throws Exception {
        allEndRight(3, 1, System.nanoTime());
    }

    @RepeatedTest(4)
    @Tag("nightly")
    @Timeout(900)
    void twentyAtOnceEndRightThoughLeadersAreKilled() throws Exception {
        allEndRight(20, 2, System.nanoTime());
    }

    /** Rounds of a number at once, the first one on a fresh home; who leads is killed now and then, starting or not. */
    private void allEndRight(int count, int rounds, long seed) throws Exception {
        System.out.println("commands at once: " + count + ", seed " + seed);
        Random random = new Random(seed);
        Path source = Files.writeString(directory.resolve("source"), "data");
        int moved = 0;
        int unknown = 0;
        for (int round = 0; round < rounds; round++) {
            List<Process> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String name = round + "-" + i;
                all.add(
                        switch (i % 3) {
                            case 0 -> start(name, "history", "show", "--json");
                            case 1 ->
                                start(name, "move", "--quiet", source.toString(), directory.resolve("to-" + name) + "");
                            default ->
                                start(
                                        name,
                                        "advise",
                                        "--json",
                                        source.toString(),
                                        directory.resolve("to-" + name) + "");
                        });
            }
            Set<Process> killed = killLeaders(all, count / 3, random);
            for (int i = 0; i < count; i++) {
                String name = round + "-" + i;
                assertThat(all.get(i).waitFor())
                        .as(name + ": " + text(name + ".err"))
                        .isEqualTo(killed.contains(all.get(i)) ? 137 : 0);
                assertThat(text(name + ".err")).doesNotContain("not answer").doesNotContainIgnoringCase("lock");
                if (i % 3 == 1) {
                    moved++;
                    unknown += killed.contains(all.get(i)) ? 1 : 0;
                }
            }
        }
        assertThat(start("after", "history", "show", "--json").waitFor())
                .as(text("after.err"))
                .isZero();
        JsonNode history = JsonMapper.shared().readTree(text("after.out"));
        assertThat(history.get("transfers").size())
                .as("nothing that was moved is lost, nothing is told twice")
                .isBetween(moved - unknown, moved);
        assertThat(home().resolve("service.properties")).doesNotExist();
    }

    private Set<Process> killLeaders(List<Process> all, int most, Random random) throws Exception {
        Set<Process> killed = new HashSet<>();
        while (killed.size() < most && all.stream().anyMatch(Process::isAlive)) {
            Thread.sleep(300 + random.nextInt(2_500));
            String holder = Files.exists(home().resolve("service.lock"))
                    ? Files.readString(home().resolve("service.lock"))
                    : "";
            for (Process one : all) {
                if (holder.startsWith(one.pid() + " ") && one.isAlive()) {
                    one.destroyForcibly();
                    if (one.waitFor() == 137) {
                        killed.add(one);
                    }
                }
            }
        }
        System.out.println("leaders killed: " + killed.size());
        return killed;
    }

    @Test
    void aCommandGoesOnWhenTheServiceOfItsHomeIsKilled() throws Exception {
        // a command that stays: it leads, since it comes first
        Process leader = start("leader", "service", "--listen", "127.0.0.1:0");
        Properties published = awaitService(leader);
        assertThat(published.getProperty("pid")).isEqualTo(String.valueOf(leader.pid()));
        Process command = start("command", "history", "show", "--json");
        Thread.sleep(700); // somewhere in the middle: starting, asking, or just answered
        leader.destroyForcibly().waitFor();

        assertThat(command.waitFor()).as(text("command.err")).isZero();
        assertThat(text("command.out")).contains("\"transfers\"");
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
        assertThat(start("move", "move", "--transport", "sftp", "--quiet", "/etc/hostname", "sftp://user@127.0.0.1:1/x")
                        .waitFor())
                .isEqualTo(4);
        assertThat(start("show", "history", "show", "--json").waitFor()).isZero();

        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("c4n4ry");
            }
        }
    }

    private Process start(String name, String... arguments) throws IOException {
        List<String> line = CommandJvm.waybill();
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
