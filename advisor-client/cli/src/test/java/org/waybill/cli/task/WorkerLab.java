package org.waybill.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.cli.Cli;
import org.waybill.db.MigratedDatabase;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.CommandJvm;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A site's service, a node that receives, and workers, each a process of its own in a home of its own. */
abstract class WorkerLab {
    static final int BYTES = 24 << 20;
    /** With it {@link #BYTES} take 25 s. */
    static final String SLOW = "--rate=8M";

    @TempDir
    Path directory;

    Cli cli;
    RunningService service;
    WaybillNode node;
    /** Below which workers may read and write. */
    Path data;

    Path received;
    private String user;
    private String worker;
    private final List<Process> workers = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void start() throws Exception {
        cli = new Cli(directory);
        CommandJvm.launcher(directory.resolve("waybill"));
        data = Files.createDirectory(directory.toRealPath().resolve("shared"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        received = Files.createDirectory(directory.resolve("received"));
        Path site = Files.createDirectory(directory.resolve("site"));
        MigratedDatabase.putInto(site);
        Files.writeString(site.resolve("transfer-hosts"), "127.0.0.1\n");
        service = EmbeddedService.load()
                .start(new ServiceSettings(site, "127.0.0.1", 0, null, null, null, null, null, true));
        node = cli.node(received);
        user = token("ada", "viewer");
        worker = token("dtn", "worker");
    }

    @AfterEach
    void stop() throws Exception {
        for (Process one : workers) {
            one.destroy();
        }
        for (Process one : workers) {
            one.waitFor();
        }
        node.close();
        service.close();
        System.clearProperty("waybill.launcher");
    }

    private String token(String name, String role) throws Exception {
        String secret = json(post("/api/accounts", service.token(), "{\"name\":\"%s\",\"role\":\"%s\"}", name, role))
                .get("secret")
                .asString();
        return json(post("/api/login", "", "{\"name\":\"%s\",\"secret\":\"%s\"}", name, secret))
                .get("token")
                .asString();
    }

    private HttpResponse<String> post(String path, String token, String body, Object... values) throws Exception {
        HttpRequest.Builder request = request(path, token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.formatted(values)));
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String token) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(service.url().resolve(path)).timeout(Duration.ofSeconds(150));
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    static JsonNode json(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isIn(200, 201, 202);
        return JsonMapper.shared().readTree(response.body());
    }

    private Path home(String name) {
        return directory.resolve("home-" + name);
    }

    /** Starts a worker, and waits until the service knows it. */
    Process worker(String name) throws Exception {
        List<String> line = Stream.of(
                        directory + "/waybill",
                        "worker",
                        "--service",
                        service.url().toString(),
                        "--name",
                        name,
                        "--data",
                        data.toString(),
                        "--at-once",
                        "2")
                .toList();
        CommandJvm.prepare(home(name));
        Files.createDirectories(home(name));
        // so that the node knows each worker as the one whose data it has
        Files.copy(
                cli.home().resolve("identity.pem"),
                home(name).resolve("identity.pem"),
                StandardCopyOption.COPY_ATTRIBUTES);
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".log").toFile());
        builder.environment().put("WAYBILL_HOME", home(name).toString());
        builder.environment().put("HOME", directory.resolve("user").toString());
        builder.environment().put("WAYBILL_SERVICE_TOKEN", worker);
        Process started = builder.start();
        workers.add(started);
        TaskLab.await(() -> isKnown(name) || !started.isAlive());
        assertThat(started.isAlive())
                .as(Files.readString(directory.resolve(name + ".log")))
                .isTrue();
        return started;
    }

    private boolean isKnown(String name) {
        return get("/api/workers", service.token()).toString().contains("\"name\":\"" + name + "\"");
    }

    private JsonNode get(String path, String token) {
        try {
            return json(http.send(request(path, token).GET().build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    Path file(String name, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(24).nextBytes(content);
        return Files.write(data.resolve(name), content);
    }

    String url(String name) {
        return "waybill://127.0.0.1:" + node.address().getPort() + "/" + name;
    }

    HttpResponse<String> submission(String path, String source, String destination, String options) throws Exception {
        return post(
                path,
                user,
                "{\"sources\":[\"%s\"],\"destination\":\"%s\",\"options\":[%s]}",
                source,
                destination,
                options);
    }

    /** @param rate an option; empty for none */
    long submit(String source, String destination, String rate) throws Exception {
        String options = "\"--transport=tcp\"" + (rate.isEmpty() ? "" : ",\"" + rate + "\"");
        return idOf(submission("/api/tasks", source, destination, options));
    }

    static long idOf(HttpResponse<String> submitted) {
        return json(submitted).get("id").asLong();
    }

    JsonNode task(long id) {
        return get("/api/tasks/" + id, user);
    }

    JsonNode document(long id) {
        return get("/api/tasks/" + id + "/document", user);
    }

    String state(long id) {
        return task(id).get("state").asString();
    }

    void act(long id, String action) throws Exception {
        json(post("/api/tasks/" + id + "/" + action, user, ""));
    }

    /** Waits until the task moves data, and has moved more than that. */
    void awaitBytes(long id, long bytes) {
        TaskLab.await(() -> {
            JsonNode now = task(id);
            assertThat(now.get("endedAt").isNull()).as(now.toString()).isTrue();
            return state(id).equals("RUNNING") && now.get("bytesDone").asLong() > bytes;
        });
    }

    void awaitEnd(long id) {
        TaskLab.await(() -> !task(id).get("endedAt").isNull());
    }

    /** Whether a process runs an attempt of the task for a worker. */
    boolean runs(String name, long id) {
        return TaskLab.processOf(home(name).resolve("workers/" + name + "/task-" + id + "/lock"))
                .isPresent();
    }
}
