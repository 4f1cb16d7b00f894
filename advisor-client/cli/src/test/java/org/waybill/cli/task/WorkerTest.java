package org.waybill.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.cli.Cli;
import tools.jackson.databind.JsonNode;

/** Tasks that a service has, carried out by workers. */
@Timeout(300)
class WorkerTest extends WorkerLab {
    @Test
    void aTaskIsDoneAndVerifiedAndAdviceIsTheCommandsOwn() throws Exception {
        worker("w1");
        Path file = file("big.bin", BYTES);
        long id = submit(file.toString(), url("big.bin"), "");
        awaitEnd(id);
        JsonNode done = task(id);
        assertThat(done.get("state").asString()).as(done.toString()).isEqualTo("DONE");
        assertThat(done.get("bytesDone").asLong()).isEqualTo(BYTES);
        assertThat(done.get("attempts").asInt()).isEqualTo(1);
        assertThat(Files.mismatch(file, received.resolve("big.bin"))).isEqualTo(-1);
        assertThat(document(id).get("status").asString()).isEqualTo("OK");

        JsonNode advice = json(submission("/api/advice?wait=120", file.toString(), url("big.bin"), ""));
        assertThat(advice.has("workflows")).as(advice.toString()).isTrue();
        assertThat(advice.get("workflows")).isNotEmpty();
    }

    @Test
    void aTaskIsPausedResumedByAnyWorkerAndCancelled() throws Exception {
        Process one = worker("w1");
        Path file = file("big.bin", BYTES);
        long id = submit(file.toString(), url("big.bin"), SLOW);
        awaitBytes(id, 1 << 20);
        act(id, "pause");
        TaskLab.await(() -> !runs("w1", id));
        assertThat(state(id)).isEqualTo("PAUSED");
        act(id, "resume");
        awaitBytes(id, 2 << 20);
        worker("w2");
        one.destroy(); // it gives its lease back, which would end by itself after 30 s
        TaskLab.await(
                Duration.ofSeconds(15), () -> task(id).get("worker").asString().equals("w2"));
        assertThat(runs("w1", id)).isFalse();
        TaskLab.await(() -> runs("w2", id));
        act(id, "cancel");
        TaskLab.await(() -> !runs("w2", id));
        assertThat(state(id)).isEqualTo("CANCELLED");
        assertThat(received.resolve("big.bin")).doesNotExist();
    }

    @Test
    void noPathLeadsOutOfTheDataDirectories() throws Exception {
        worker("w1");
        Path secret = Files.writeString(directory.toRealPath().resolve("secret"), "s");
        assertThat(submission("/api/tasks", secret.toString(), url("x"), "").body())
                .contains("no worker has a data directory for " + secret);
        Files.createSymbolicLink(data.resolve("planted"), directory.toRealPath());
        long read = submit(data + "/planted/secret", url("x"), "");
        long written = submit(url("y"), data + "/planted/new", "");
        awaitEnd(read);
        awaitEnd(written);
        for (long id : new long[] {read, written}) {
            assertThat(task(id).get("reason").asString())
                    .as(task(id).toString())
                    .isEqualTo("UNSAFE");
            assertThat(task(id).get("message").asString()).contains("leads out of the data directories");
        }
        assertThat(TaskLab.names(received)).isEmpty();
    }

    @Test
    void noWebServerLeadsToAHostThatIsNotListed() throws Exception {
        worker("w1");
        HttpServer web = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        String port = ":" + web.getAddress().getPort();
        web.createContext("/secret", exchange -> answer(exchange, 200, "s"));
        web.createContext("/near", exchange -> answer(exchange, 302, "http://127.0.0.1" + port + "/secret"));
        web.createContext("/far", exchange -> answer(exchange, 302, "http://localhost" + port + "/secret"));
        web.start();
        try {
            long near = idOf(submission("/api/tasks", "http://127.0.0.1" + port + "/near", data + "/near", ""));
            long far = idOf(submission("/api/tasks", "http://127.0.0.1" + port + "/far", data + "/far", ""));
            awaitEnd(near);
            awaitEnd(far);
            assertThat(task(near).get("state").asString())
                    .as(task(near).toString())
                    .isEqualTo("DONE");
            assertThat(task(far).get("reason").asString()).isEqualTo("UNSAFE");
            assertThat(task(far).get("message").asString())
                    .contains("redirects to http://localhost" + port + ", which this task may not connect to");
            assertThat(data.resolve("near")).hasContent("s");
            assertThat(data.resolve("far")).doesNotExist();
        } finally {
            web.stop(0);
        }
    }

    private static void answer(HttpExchange exchange, int status, String said) throws IOException {
        try (exchange) {
            byte[] body = said.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Location", said);
            exchange.sendResponseHeaders(status, exchange.getRequestMethod().equals("HEAD") ? -1 : body.length);
            if (!exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    @Test
    void whatDoesNotFitIsSaidInOneLine() {
        assertThat(cli.run("worker").err()).contains("name it with --service").hasLineCount(1);
        String url = service.url().toString();
        cli.with("WAYBILL_SERVICE_TOKEN", service.token());
        Cli.Result none = cli.run("worker", "--service", url, "--data", directory + "/none");
        assertThat(none.code()).isEqualTo(3);
        assertThat(none.err()).contains("there is no directory").hasLineCount(1);
        Cli.Result open = cli.run("worker", "--service", url, "--data", directory.toString());
        assertThat(open.code()).isEqualTo(12);
        assertThat(open.err()).contains("tasks would reach " + cli.home()).hasLineCount(1);
        assertThat(cli.run("worker", "--service", url, "--at-once", "0").err())
                .contains("invalid --at-once '0': expected 1-1000");
        assertThat(cli.run("worker", "--service", url, "--name", "a b").code()).isEqualTo(2);
        cli.with("WAYBILL_SERVICE_TOKEN", "wrong");
        assertThat(cli.run("worker", "--service", url).code()).isEqualTo(6);
    }
}
