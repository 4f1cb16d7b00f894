package org.waybill.client.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.WaybillHome;
import org.waybill.client.task.AgentMessage.Action;
import org.waybill.client.task.AgentMessage.Request;
import org.waybill.client.task.Task.State;
import org.waybill.engine.TransferException;

/** An agent in this process. Its commands are {@code copy EXIT-CODE [REPORTED-STATUS]}. */
@Timeout(120)
class TaskAgentTest {
    private static final String COMMAND = """
        [ -z "$4" ] || printf '{"event":"end","result":{"status":"%s"}}\n' "$4" > "$2"
        [ "$3" != unsaved ] || { rm -r "${2%/events}"; : > "${2%/events}"; exit 0; }
        exit "$3"
        """;
    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin", "SSH_AUTH_SOCK", "/none");

    @TempDir
    private Path directory;

    private WaybillHome home;
    private Thread agent;

    @BeforeEach
    void start() throws Exception {
        home = new WaybillHome(directory.resolve("home"));
        agent = Thread.ofPlatform().start(() -> {
            try {
                TaskAgent.run(
                        home,
                        List.of("/bin/sh", "-c", COMMAND),
                        Map.of("PATH", "/usr/bin:/bin"),
                        Duration.ofMinutes(10));
            } catch (IOException | TransferException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        await(() -> new AgentPlace(home).published().isPresent());
        // as where the launcher has set the umask
        Files.setPosixFilePermissions(
                Path.of(new AgentPlace(home).published().orElseThrow().socket()),
                PosixFilePermissions.fromString("rw-------"));
    }

    @AfterEach
    void stop() throws Exception {
        agent.interrupt();
        agent.join();
    }

    private TaskClient client(Duration patience) {
        return new TaskClient(home, List.of(), ENVIRONMENT, patience);
    }

    private TaskClient client() {
        return client(Duration.ofSeconds(60));
    }

    private Task submit(String id, String... words) throws Exception {
        return client().submit(id, List.of(words), directory, null, "");
    }

    private Task awaited(String id, State state) throws Exception {
        await(() -> client().store().read(id).orElseThrow().state() == state);
        return client().store().read(id).orElseThrow();
    }

    /** The program that asks has its classes from another jar, as window and command line have. */
    @Test
    void onlyAnAgentWhoseOwnJarWasReplacedLeavesAndNotWhileATaskNeedsIt() throws Exception {
        client().submit("later", List.of("copy", "0"), directory, Instant.now().plusSeconds(86_400), "");
        Path jar = Files.writeString(directory.resolve("client core.jar"), "");
        String build = AgentPlace.stamped(jar);
        publish(build);
        client().pause("later");
        client().wake(List.of(client().store().find("later").queued()));
        assertThat(agent.isAlive()).as("another jar is not another agent's").isTrue();
        client().resume("later");
        awaited("later", State.DONE);
        client().submit("later2", List.of("copy", "0"), directory, Instant.now().plusSeconds(86_400), "");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        client().wake(client().store().all());
        assertThat(agent.isAlive()).as("it holds credentials").isTrue();
        client().pause("later2");
        publish(build); // which is not what runs
        assertThatThrownBy(() -> client().resume("later2")).hasMessageContaining("only by the script 'waybill'");
        agent.join();
    }

    @Test
    void anAgentOfAnotherVersionLeavesAndOneThatIsNeededSaysWhatItDoesNotUnderstand() throws Exception {
        client().submit("later", List.of("copy", "0"), directory, Instant.now().plusSeconds(86_400), "");
        AgentPlace place = new AgentPlace(home);
        String earlier = Files.readString(place.file(WaybillHome.thisMachine()))
                .lines()
                .filter(line -> !line.startsWith("version=") && !line.startsWith("build="))
                .collect(Collectors.joining("\n"));
        Files.writeString(place.file(WaybillHome.thisMachine()), earlier);
        client().wake(client().store().all());
        assertThat(agent.isAlive()).as("it holds credentials").isTrue();
        assertThat(answer(place, "{\"action\":\"DREAM\"}").message()).contains("different versions");
        client().pause("later");
        Files.writeString(place.file(WaybillHome.thisMachine()), earlier);
        assertThatThrownBy(() -> client().resume("later")).hasMessageContaining("only by the script 'waybill'");
        agent.join();
    }

    @Test
    void aMalformedMessageIsNotTakenForOneOfAnotherVersion() throws Exception {
        for (String said : List.of("", "nonsense", "7", "[]", "{\"action\":\"WAKE\"", "{\"action\":\"WAKE\"} x")) {
            AgentMessage.Answer answer = answer(new AgentPlace(home), said);
            assertThat(answer.message()).as(said).contains("is malformed").doesNotContain("versions");
            assertThat(answer.status()).isEqualTo("INTERNAL");
        }
        submit("next", "copy", "0");
        awaited("next", State.DONE);
    }

    private static AgentMessage.Answer answer(AgentPlace place, String said) throws Exception {
        try (SocketChannel asked = TaskClient.connect(place)) {
            asked.write(ByteBuffer.wrap((said + "\n").getBytes(StandardCharsets.UTF_8)));
            return AgentMessage.read(asked, AgentMessage.Answer.class, Duration.ofSeconds(60));
        }
    }

    /** As where a user was quicker than its agent. */
    @Test
    void anAttemptWhoseProcessHasJustEndedCountsAlsoIfItIsStopped() throws Exception {
        WaybillHome other = new WaybillHome(directory.resolve("other"));
        LiveTasks tasks = new LiveTasks(other, Map.of());
        tasks.keep(Task.submitted(
                        "a", List.of("copy", "0"), "/", WaybillHome.thisMachine(), List.of(), Instant.now(), null)
                .running(Instant.now()));
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Files.writeString(tasks.store().lock("a"), ended.pid() + " 1");
        try (ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor()) {
            TaskProcesses processes = new TaskProcesses(tasks, List.of(), loop, (id, code) -> {});
            new TaskRequests(tasks, processes)
                    .carryOut(new Request(Action.PAUSE, "a", List.of(), "", null, "", Map.of()));
        }
        assertThat(tasks.get("a").attempts()).isEqualTo(1);
    }

    @Test
    void anAgentStaysThatCouldNotWriteHowATaskEnded() throws Exception {
        submit("lost", "copy", "unsaved");
        Path task = home.tasks().resolve("lost");
        await(() -> Files.isRegularFile(task));
        submit("other", "copy", "3");
        awaited("other", State.FAILED);
        publish(directory + "/no.jar 1970");
        assertThatThrownBy(() -> client().pause("other")).hasMessageContaining("other is failed");
        Files.delete(task);
        await(() -> {
            assertThatThrownBy(() -> client().pause("other")).isInstanceOf(TransferException.class);
            return client().store().read("lost").stream().anyMatch(one -> one.state() == State.DONE);
        });
    }

    private void publish(String build) throws Exception {
        AgentPlace place = new AgentPlace(home);
        AgentPlace.Address address = place.published().orElseThrow();
        place.publish(new AgentPlace.Address(address.socket(), address.pid(), build, AgentPlace.version()));
    }

    @Test
    void whatAWindowHasBegunResumesAlsoWhereNoNameIsFoundAndInPlaceOfATaskThatIsOver() throws Exception {
        submit("id", "copy", "3", "UNKNOWN_HOST");
        awaited("id", State.FAILED);
        Task paused = client().handOver("id", List.of("copy", "3", "UNKNOWN_HOST"), directory, true);
        assertThat(paused.state()).isEqualTo(State.PAUSED);
        assertThat(paused.attempts()).isEqualTo(1);
        client().resume("id");
        assertThat(awaited("id", State.WAITING).reason()).isEqualTo("UNKNOWN_HOST");
        client().cancel("id");
        assertThat(client().handOver("id", List.of("copy", "0"), directory.resolve("home"), false)
                        .state())
                .isNotEqualTo(State.CANCELLED);
        awaited("id", State.DONE);
    }

    @Test
    void whatNobodyAwaitsAnyMoreIsNotDoneLater() throws Exception {
        submit("first", "copy", "0");
        Task first = awaited("first", State.DONE);
        client().wake(List.of(first.queued())); // answered once the agent has read its configuration after that end
        Path config = home.config();
        assertThat(new ProcessBuilder("mkfifo", config.toString()).start().waitFor())
                .isZero();
        Thread asking = Thread.ofPlatform().start(() -> {
            try { // the agent reads its configuration, and nobody writes it
                client().handOver("begun", List.of("copy", "0"), directory, false);
            } catch (TransferException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        await(() -> client().store().has("begun"));
        assertThatThrownBy(
                        () -> client(Duration.ofMillis(300)).handOver("late", List.of("copy", "0"), directory, false))
                .hasMessageContaining("has not answered");
        try (OutputStream _ = Files.newOutputStream(config)) {
            Files.delete(config);
        }
        asking.join();
        submit("next", "copy", "0");
        assertThat(client().store().read("late")).isEmpty();
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            Thread.sleep(10);
        }
    }
}
