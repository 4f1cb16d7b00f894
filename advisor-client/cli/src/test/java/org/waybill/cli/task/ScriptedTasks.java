package org.waybill.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.client.WaybillHome;
import org.waybill.client.task.TaskAgent;
import tools.jackson.databind.JsonNode;

/**
 * An agent on a thread of this process, whose tasks' processes are a script of the test: what is asked of agent and
 * commands needs no JVM. In the script {@code $id} is the task, {@code $events} its file of events, and there are
 * {@code begins}, {@code awaits FILE}, {@code event JSON} and {@code ends STATUS CODE TEXT}.
 */
abstract class ScriptedTasks {
    private static final String FUNCTIONS = """
        #!/bin/sh
        [ "$1" != agent ] || exit 0
        task=${WAYBILL_TASK%/lock}
        id=${task##*/}
        events=$task/events
        begins() { printf %s $$ > "$WAYBILL_TASK"; }
        awaits() { while [ ! -e "$1" ] && [ -e source ]; do sleep 0.02; done; } # not longer than the test
        event() { printf '%s\\n' "$1" >> "$events"; }
        ends() {
            event '{"event":"end","result":{"status":"'$1'","bytes":null}}'
            [ -z "$3" ] || echo "waybill: $3" >&2
            exit $2
        }
        cd "${0%/*}"
        """;

    @TempDir
    Path directory;

    Cli cli;
    Path source;
    private Thread agent;

    @BeforeEach
    void start() throws Exception {
        cli = new Cli(directory);
        System.setProperty("waybill.launcher", launcher().toString());
        source = Files.writeString(directory.resolve("source"), "data");
        Files.createDirectories(cli.home());
        startAgent();
    }

    @AfterEach
    void stop() throws Exception {
        for (JsonNode one : cli.run("task", "list", "--json").json().get("tasks")) {
            if (one.at("/task/endedAt").isNull()) {
                cli.run("task", "cancel", one.at("/task/id").asString());
            }
        }
        stopAgent();
        System.clearProperty("waybill.launcher");
    }

    Path launcher() {
        return directory.resolve("waybill");
    }

    /** What processes of tasks do from now on. */
    void script(String lines) throws IOException {
        Path next = Files.writeString(directory.resolve("next"), FUNCTIONS + lines);
        Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rwx------"));
        Files.move(next, launcher(), StandardCopyOption.REPLACE_EXISTING); // one that runs goes on
    }

    FutureTask<Boolean> agent(Duration idle) {
        return new FutureTask<>(() ->
                TaskAgent.run(new WaybillHome(cli.home()), List.of(launcher().toString()), Map.of(), idle));
    }

    void startAgent() throws IOException {
        script("exit 0");
        agent = Thread.ofPlatform().start(agent(Duration.ofMinutes(15)));
        TaskLab.await(() -> Files.exists(address()));
    }

    void stopAgent() throws InterruptedException {
        agent.interrupt();
        agent.join();
    }

    /** What the agent publishes while it runs. */
    Path address() {
        return cli.home().resolve("agent").resolve(WaybillHome.thisMachine());
    }

    Path task(String id) {
        return cli.home().resolve("tasks").resolve(id);
    }

    /** Submits a copy under an id; what the command printed. */
    String submit(String id, String... options) {
        String[] line = Stream.of(
                        List.of("copy", "--background", "--id", id),
                        List.of(options),
                        List.of(source.toString(), directory.resolve("to").toString()))
                .flatMap(List::stream)
                .toArray(String[]::new);
        Cli.Result result = cli.run(line);
        assertThat(result.code()).as(result.err()).isZero();
        return result.out();
    }

    String out(String... command) {
        Cli.Result result = cli.run(command);
        assertThat(result.code()).as(result.err()).isZero();
        return result.out();
    }

    int waited(String id) {
        return cli.run("task", "wait", id).code();
    }

    JsonNode shown(String id) {
        return cli.run("task", "show", "--json", id).json();
    }

    void awaitState(String id, String state) {
        TaskLab.await(() -> shown(id).at("/task/state").asString().equals(state));
    }

    void go(String file) throws IOException {
        Files.writeString(directory.resolve(file), "");
    }
}
