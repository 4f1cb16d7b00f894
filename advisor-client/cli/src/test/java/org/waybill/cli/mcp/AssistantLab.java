package org.waybill.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.client.WaybillHome;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.task.TaskClient;
import org.waybill.client.task.TaskLauncher;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.engine.testserver.CommandJvm;
import tools.jackson.databind.JsonNode;

/** What the tests of assistants share: a home, its real commands, a file to copy and a place for it. */
abstract class AssistantLab {
    static final int BYTES = 200_000;

    @TempDir
    Path directory;

    Cli cli;
    Path file;
    Path to;
    ToolContext context;
    Tools tools;

    @BeforeEach
    void prepare() throws IOException {
        cli = new Cli(directory);
        CommandJvm.launcher(directory.resolve("waybill"));
        file = Files.write(Files.createDirectory(directory.resolve("from")).resolve("a.bin"), new byte[BYTES]);
        to = Files.createDirectory(directory.resolve("to"));
        context = context();
        tools = new Tools(context);
    }

    @AfterEach
    void endTheAgent() throws Exception {
        System.clearProperty("waybill.launcher");
        Optional<ProcessHandle> agent = agent();
        if (agent.isPresent()) {
            agent.get().destroyForcibly();
            agent.get().onExit().get();
        }
    }

    private Optional<ProcessHandle> agent() throws IOException {
        Path published = cli.home().resolve("agent").resolve(WaybillHome.thisMachine());
        Properties address = new Properties();
        if (Files.exists(published)) {
            try (var in = Files.newInputStream(published)) {
                address.load(in);
            }
        }
        return Optional.ofNullable(address.getProperty("pid")).flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)));
    }

    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("HOME", directory.resolve("user").toString());
        environment.put("WAYBILL_HOME", cli.home().toString());
        environment.remove("XDG_RUNTIME_DIR");
        environment.remove("SSH_AUTH_SOCK");
        return environment;
    }

    private ToolContext context() {
        WaybillHome home = new WaybillHome(cli.home());
        TaskClient tasks = TaskLauncher.client(home, environment());
        Path user = directory.resolve("user");
        return new ToolContext(
                home,
                PlanEnd.Secrets.of(home, user, Map.of()),
                CommandRun.of(tasks),
                tasks,
                () -> new EndpointNames(Map.of(), SshConfig.of(user, environment())));
    }

    /** @param namesAndValues of the arguments, by turns */
    JsonNode call(String tool, Object... namesAndValues) {
        Map<String, Object> arguments = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            arguments.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return tools.call(tool, new Tools.Arguments(arguments)).bounded();
    }

    /** The id of a plan to copy the file. */
    String planned() {
        JsonNode plan = call("plan", "source", file.toString(), "destination", to + "/");
        assertThat(plan.path("status").asString()).as(plan.toString()).isEqualTo("OK");
        return plan.at("/document/id").asString();
    }

    /** Approves a plan as {@code mcp approve} does once it was answered. */
    void approve(String id) throws Exception {
        context.plans().approve(Approval.of(context.plans().find(id), Approval.By.PERSON, Instant.now()));
    }

    void policy(String json) throws IOException {
        Files.createDirectories(cli.home().resolve("mcp"));
        Files.writeString(cli.home().resolve("mcp/policy.json"), json);
    }

    List<String> tasks() throws IOException {
        Path tasks = cli.home().resolve("tasks");
        if (!Files.exists(tasks)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(tasks)) {
            return all.map(one -> one.getFileName().toString())
                    .filter(name -> name.startsWith("mcp-"))
                    .toList();
        }
    }

    /** @return the state in which its task ends */
    String ended(String id) {
        JsonNode watched = call("watch", "plan", id, "seconds", 60);
        return watched.at("/document/task/state").asString();
    }

    static void assertRefused(JsonNode reply, String reason, String text) {
        assertThat(reply.path("status").asString()).as(reply.toString()).isEqualTo("REFUSED");
        assertThat(reply.path("reason").asString()).isEqualTo(reason);
        assertThat(reply.path("text").asString()).contains(text);
    }
}
