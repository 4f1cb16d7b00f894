package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tasks over REST, by those who submit them and by those who carry them out. */
class TasksTest {
    private static final String TO = "sftp://dtn.example.org/in/";

    private static Standalone standalone;
    private static String ada;
    private static String bob;
    private static String operator;
    private static String worker;

    @BeforeAll
    static void start() throws Exception {
        standalone = Standalone.shared();
        Files.writeString(standalone.home.resolve("transfer-hosts"), """
            # where transfers may lead
            dtn.example.org
            *.hpc.example
            10.1.2.3
            """);
        ada = standalone.token("task-ada", "viewer");
        bob = standalone.token("task-bob", "viewer");
        operator = standalone.token("task-operator", "operator");
        worker = standalone.token("task-worker", "worker");
        lease("w1", 0);
    }

    /** What a test has left would be another's turn. */
    @AfterEach
    void cancelAll() throws Exception {
        for (JsonNode task : json(standalone.get("/api/tasks?all=true&limit=200", operator))) {
            if (task.get("endedAt").isNull()) {
                act(operator, task.get("id").asLong(), "cancel");
            }
        }
    }

    private static JsonNode json(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isIn(200, 201, 202);
        return JsonMapper.shared().readTree(response.body());
    }

    private static HttpResponse<String> send(String token, String id, String source, String more) throws Exception {
        return standalone.postJson(
                "/api/tasks",
                token,
                "{\"id\":\"%s\",\"sources\":[\"%s\"],\"destination\":\"%s\"%s}".formatted(id, source, TO, more));
    }

    private static long submit(String token, String id) throws Exception {
        return json(send(token, id, "/data/x", "")).get("id").asLong();
    }

    private static HttpResponse<String> act(String token, long id, String action) throws Exception {
        return standalone.postJson("/api/tasks/" + id + "/" + action, token, "");
    }

    private static JsonNode task(long id) throws Exception {
        return json(standalone.get("/api/tasks/" + id, operator));
    }

    private static String state(long id) throws Exception {
        return task(id).get("state").asString();
    }

    private static JsonNode lease(String name, int free) throws Exception {
        return json(standalone.postJson("/api/leases", worker, """
            {"worker":"%s","host":"dtn1","version":"1","atOnce":9,"free":%d,"directories":["/data"],"waitSeconds":0}\
            """.formatted(name, free)));
    }

    private static String renew(JsonNode lease, long bytes) throws Exception {
        return json(standalone.postJson(
                        "/api/leases/renewal",
                        worker,
                        "{\"task\":%d,\"lease\":\"%s\",\"bytesDone\":%d,\"bytesTotal\":100}"
                                .formatted(
                                        lease.get("task").asLong(),
                                        lease.get("lease").asString(),
                                        bytes)))
                .get("order")
                .asString();
    }

    private static String end(JsonNode lease, String code, String reason, String retry, String document)
            throws Exception {
        return json(standalone.postJson("/api/leases/end", worker, """
            {"task":%d,"lease":"%s","exitCode":%s,"reason":"%s","message":"","failures":1,"retrySeconds":%s,
             "bytesDone":100,"bytesTotal":100,"document":%s}\
            """.formatted(
                        lease.get("task").asLong(), lease.get("lease").asString(), code, reason, retry, document)))
                .get("order")
                .asString();
    }

    @Test
    void aTaskIsSubmittedLeasedReportedAndDone() throws Exception {
        long id = submit(ada, "run-7");
        assertThat(state(id)).isEqualTo("QUEUED");
        JsonNode lease = lease("w1", 4);
        assertThat(lease).hasSize(1);
        assertThat(lease.get(0).get("sources").get(0).asString()).isEqualTo("/data/x");
        assertThat(lease.get(0).get("listed").toString()).contains("dtn.example.org", "10.1.2.3");
        assertThat(lease("w2", 4)).as("it is w1's").isEmpty();
        assertThat(renew(lease.get(0), 40)).isEqualTo("CONTINUE");
        JsonNode running = task(id);
        assertThat(running.get("state").asString()).isEqualTo("RUNNING");
        assertThat(running.get("worker").asString()).isEqualTo("w1");
        assertThat(running.get("bytesDone").asLong()).isEqualTo(40);
        assertThat(end(lease.get(0), "0", "", "null", "\"{\\\"status\\\":\\\"OK\\\"}\""))
                .isEqualTo("STOP");
        assertThat(state(id)).isEqualTo("DONE");
        assertThat(json(standalone.get("/api/tasks/" + id + "/document", ada))
                        .get("status")
                        .asString())
                .isEqualTo("OK");
        assertThat(end(lease.get(0), "4", "UNREACHABLE", "0", "null")).isEqualTo("LOST");
        assertThat(renew(lease.get(0), 50)).isEqualTo("LOST");
        assertThat(lease("w2", 4)).as("what is done is not run again").isEmpty();
        assertThat(act(ada, id, "cancel").statusCode()).isEqualTo(409);
    }

    @Test
    void aSubmissionIsMadeOnceInAnAccount() throws Exception {
        long first = submit(ada, "twice");
        assertThat(submit(ada, "twice")).isEqualTo(first);
        assertThat(submit(bob, "twice")).isNotEqualTo(first);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Long>> same = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                same.add(() -> submit(ada, "at-once"));
            }
            List<Long> ids = new ArrayList<>();
            for (Future<Long> one : threads.invokeAll(same)) {
                ids.add(one.get());
            }
            assertThat(ids).containsOnly(ids.getFirst());
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anotherUsersTaskIsNotThere() throws Exception {
        long id = submit(ada, "private");
        assertThat(standalone.get("/api/tasks/" + id, bob).statusCode()).isEqualTo(404);
        for (String action : List.of("pause", "resume", "cancel")) {
            HttpResponse<String> refused = act(bob, id, action);
            assertThat(refused.statusCode()).isEqualTo(404);
            assertThat(refused.body()).contains("no task " + id);
        }
        assertThat(standalone.get("/api/tasks/" + id + "/document", bob).statusCode())
                .isEqualTo(404);
        assertThat(standalone.get("/api/tasks", bob).body()).doesNotContain("private");
        assertThat(standalone.get("/api/tasks?all=true", bob).statusCode()).isEqualTo(403);
        assertThat(standalone.get("/api/tasks?all=true", operator).body()).contains("private");
        assertThat(state(id)).isEqualTo("QUEUED");
        assertThat(json(act(operator, id, "cancel")).get("state").asString()).isEqualTo("CANCELLED");
    }

    @Test
    void whereTransfersMayNotLeadTheyAreRefusedInOneLine() throws Exception {
        String[][] refused = {
            {"sftp://other.example.org/x", "transfers to or from other.example.org are not allowed here"},
            {"sftp://127.0.0.1/x", "127.0.0.1 are not allowed"},
            {"sftp://localhost/x", "localhost are not allowed"},
            {"https://169.254.169.254/latest/meta-data/", "169.254.169.254 are not allowed"},
            {"10.1.2.4:/x", "10.1.2.4 are not allowed"},
            {"sftp://hpc.example/x", "hpc.example are not allowed"},
            {"sftp://0x7f000001/x", "no host name or address in its plain spelling"},
            {"/etc/passwd", "no worker has a data directory for /etc/passwd"},
            {"/data/../etc/passwd", "without wildcards and .."},
            {"/database", "no worker has a data directory"},
            {"x", "expected a URL, user@host:path, or an absolute path"}
        };
        for (String[] one : refused) {
            HttpResponse<String> answer = send(ada, "refused", one[0], "");
            assertThat(answer.statusCode()).as(one[0]).isEqualTo(400);
            assertThat(JsonMapper.shared()
                            .readTree(answer.body())
                            .get("message")
                            .asString())
                    .contains(one[1])
                    .hasLineCount(1);
        }
        HttpResponse<String> option = send(ada, "refused", "/data/x", ",\"options\":[\"--delete-source\"]");
        assertThat(option.body()).contains("--delete-source is not for tasks of the service");
        assertThat(send(ada, "refused", "/data/x", ",\"priority\":1").statusCode())
                .isEqualTo(403);
        for (String allowed : List.of("a.hpc.example:/x", "10.1.2.3:/x", "/data/x")) {
            assertThat(send(ada, "ok-" + allowed.hashCode(), allowed, "").statusCode())
                    .as(allowed)
                    .isEqualTo(201);
        }
    }

    /** Any account may report what it found at a host, which makes an entry of the catalogue. */
    @Test
    void aHostThatWasOnlyReportedIsNotAllowed() throws Exception {
        assertThat(standalone
                        .postJson("/api/services?host=planted.example.org", ada, """
                            [{"protocol":"SFTP","host":"planted.example.org","port":22,"banner":"","lastSeenOpen":null}]\
                            """)
                        .statusCode())
                .isEqualTo(204);
        assertThat(send(ada, "planted", "planted.example.org:/x", "").statusCode())
                .isEqualTo(400);
        assertThat(standalone.postJson("/api/catalog/host", operator, """
            {"id":0,"version":0,"name":"dtn.catalogued.example","site":"","addresses":["10.9.9.9"]}\
            """).statusCode())
                .isEqualTo(201);
        assertThat(send(ada, "catalogued", "dtn.catalogued.example:/x", "").statusCode())
                .isEqualTo(201);
    }

    @Test
    void eachRoleMayDoItsPart() throws Exception {
        String ask = """
            {"worker":"%s","host":"h","version":"1","atOnce":1,"free":0,"directories":[],"waitSeconds":0}\
            """;
        assertThat(standalone
                        .postJson("/api/leases", ada, ask.formatted("mine"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(standalone
                        .postJson("/api/leases", operator, ask.formatted("w1"))
                        .statusCode())
                .as("another account's name")
                .isEqualTo(403);
        for (String token : List.of(ada, worker)) {
            assertThat(standalone.get("/api/workers", token).statusCode()).isEqualTo(403);
            assertThat(standalone.postJson("/api/workers/w1/drain", token, "").statusCode())
                    .isEqualTo(403);
            assertThat(standalone.get("/api/tasks?all=true", token).statusCode())
                    .isEqualTo(403);
        }
        long id = submit(ada, "roles");
        assertThat(act(worker, id, "cancel").statusCode()).isEqualTo(404);
    }

    @Test
    void aDrainedWorkerGetsNoMoreTasks() throws Exception {
        long id = submit(ada, "drained");
        assertThat(json(standalone.postJson("/api/workers/w1/drain", operator, ""))
                        .get("draining")
                        .asBoolean())
                .isTrue();
        assertThat(lease("w1", 1)).isEmpty();
        assertThat(json(standalone.get("/api/workers", operator)).toString())
                .contains("\"name\":\"w1\"")
                .contains("\"draining\":true");
        assertThat(json(standalone.postJson("/api/workers/w1/drain?on=false", operator, ""))
                        .get("draining")
                        .asBoolean())
                .isFalse();
        assertThat(lease("w1", 1).get(0).get("task").asLong()).isEqualTo(id);
        assertThat(standalone.postJson("/api/workers/none/drain", operator, "").statusCode())
                .isEqualTo(404);
    }

    @Test
    void aTaskIsPausedResumedAndCancelled() throws Exception {
        long id = submit(ada, "paused");
        JsonNode lease = lease("w1", 1).get(0);
        assertThat(json(act(ada, id, "pause")).get("state").asString()).isEqualTo("PAUSED");
        assertThat(renew(lease, 10)).isEqualTo("STOP");
        assertThat(end(lease, "null", "", "0", "null")).isEqualTo("STOP");
        assertThat(lease("w2", 1)).isEmpty();
        assertThat(json(act(ada, id, "resume")).get("state").asString()).isEqualTo("QUEUED");
        JsonNode again = lease("w2", 1).get(0);
        assertThat(again.get("attempt").asInt()).isEqualTo(2);
        assertThat(end(again, "4", "UNREACHABLE", "600", "null")).isEqualTo("STOP");
        JsonNode waits = task(id);
        assertThat(waits.get("reason").asString()).isEqualTo("UNREACHABLE");
        assertThat(waits.get("nextAttemptAt").isNull()).isFalse();
        assertThat(lease("w1", 1)).isEmpty();
        assertThat(json(act(ada, id, "cancel")).get("state").asString()).isEqualTo("CANCELLED");
        assertThat(json(act(ada, id, "cancel")).get("state").asString()).isEqualTo("CANCELLED");
        assertThat(act(ada, id, "resume").body()).contains("it is CANCELLED");
    }

    @Test
    void theAccountWithTheFewestRunningTasksComesFirst() throws Exception {
        List<Long> adas = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            adas.add(submit(ada, "fair-" + i));
        }
        long bobs = submit(bob, "fair");
        List<Long> turns = new ArrayList<>();
        for (JsonNode lease : lease("w1", 9)) {
            turns.add(lease.get("task").asLong());
        }
        assertThat(turns).containsExactly(adas.get(0), bobs, adas.get(1), adas.get(2));
    }

    @Test
    void manyTasksForAnotherWorkerAreNotInTheirWay() throws Exception {
        String other = """
            {"worker":"other","host":"h","version":"1","atOnce":1,"free":0,"directories":["/other"],"waitSeconds":0}\
            """;
        assertThat(standalone.postJson("/api/leases", worker, other).statusCode())
                .isEqualTo(200);
        for (int i = 0; i < 45; i++) {
            json(send(ada, "other-" + i, "/other/x", ""));
        }
        long id = submit(ada, "behind");
        JsonNode leases = lease("w1", 2);
        assertThat(leases).hasSize(1);
        assertThat(leases.get(0).get("task").asLong()).isEqualTo(id);
    }

    @Test
    void theTasksOfALockedOrRemovedAccountEnd() throws Exception {
        String eve = standalone.token("task-eve", "viewer");
        long id = submit(eve, "leased");
        JsonNode lease = lease("w1", 1).get(0);
        long waits = submit(eve, "waits");
        HttpResponse<String> locked = standalone.send(standalone
                .request("/api/accounts/task-eve", standalone.service.token())
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"role\":\"viewer\",\"enabled\":false}"))
                .build());
        assertThat(locked.statusCode()).as(locked.body()).isEqualTo(200);
        assertThat(List.of(state(id), state(waits))).containsOnly("CANCELLED");
        assertThat(renew(lease, 10)).isEqualTo("STOP");
        assertThat(standalone
                        .send(standalone
                                .request("/api/accounts/task-eve", standalone.service.token())
                                .DELETE()
                                .build())
                        .statusCode())
                .isEqualTo(204);
        assertThat(renew(lease, 20)).isEqualTo("LOST");
        String another = standalone.token("task-eve", "viewer");
        assertThat(json(standalone.get("/api/tasks", another))).isEmpty();
        assertThat(submit(another, "leased")).isNotEqualTo(id);
    }

    @Test
    void manyWorkersAtOnceGetEachTaskOnce() throws Exception {
        for (int i = 0; i < 12; i++) {
            submit(i % 2 == 0 ? ada : bob, "race-" + i);
        }
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Callable<List<Long>>> workers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                String name = "racer-" + i;
                workers.add(() -> {
                    List<Long> mine = new ArrayList<>();
                    for (int turn = 0; turn < 4; turn++) {
                        lease(name, 1).forEach(one -> mine.add(one.get("task").asLong()));
                    }
                    return mine;
                });
            }
            List<Long> all = new ArrayList<>();
            for (Future<List<Long>> one : threads.invokeAll(workers)) {
                all.addAll(one.get());
            }
            assertThat(all).hasSize(12).doesNotHaveDuplicates();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anIdStandsForOneSubmissionOnly() throws Exception {
        long first = submit(ada, "one-id");
        assertThat(submit(ada, "one-id")).isEqualTo(first);
        for (HttpResponse<String> other : List.of(
                send(ada, "one-id", "/data/y", ""), send(ada, "one-id", "/data/x", ",\"options\":[\"--rate=1M\"]"))) {
            assertThat(other.statusCode()).isEqualTo(409);
            assertThat(other.body())
                    .contains("id 'one-id' is that of task " + first)
                    .contains("choose another id");
        }
        assertThat(submit(bob, "one-id")).isNotEqualTo(first);
    }

    @Test
    void theSameSubmittedAgainIsNotCreatedAgain() throws Exception {
        assertThat(send(ada, "again", "/data/x", "").statusCode()).isEqualTo(201);
        assertThat(send(ada, "again", "/data/x", "").statusCode()).isEqualTo(200);
    }

    private static HttpResponse<String> hear(String name, String directory, int atOnce) throws Exception {
        return standalone.postJson("/api/leases", worker, """
            {"worker":"%s","host":"h","version":"1","atOnce":%d,"free":0,"directories":["%s"],"waitSeconds":0}\
            """.formatted(name, atOnce, directory));
    }

    @Test
    void aTaskThatNoWorkerTakesSaysWhy() throws Exception {
        assertThat(hear("alone", "/alone", 1).statusCode()).isEqualTo(200);
        long first = json(send(ada, "alone-1", "/alone/x", "")).get("id").asLong();
        assertThat(task(first).get("reason").asString())
                .as("it is about to be taken")
                .isEmpty();
        assertThat(standalone.postJson("/api/workers/alone/drain", operator, "").statusCode())
                .isEqualTo(200);
        assertThat(task(first).get("reason").asString()).isEqualTo("WORKERS_DRAINING");
        assertThat(task(first).get("message").asString()).contains("the only worker that can run it is drained");
        assertThat(standalone.get("/api/tasks", ada).body()).contains("WORKERS_DRAINING");
        assertThat(standalone
                        .postJson("/api/workers/alone/drain?on=false", operator, "")
                        .statusCode())
                .isEqualTo(200);
        assertThat(json(standalone.postJson("/api/leases", worker, """
            {"worker":"alone","host":"h","version":"1","atOnce":1,"free":1,"directories":["/alone"],"waitSeconds":0}\
            """))).hasSize(1);
        long second = json(send(ada, "alone-2", "/alone/x", "")).get("id").asLong();
        assertThat(task(second).get("reason").asString()).isEqualTo("WORKERS_BUSY");
        assertThat(task(first).get("reason").asString()).isEmpty();
        assertThat(hear("alone", "/moved", 1).statusCode()).isEqualTo(200);
        assertThat(task(second).get("reason").asString()).isEqualTo("NO_WORKER");
    }

    @Test
    void adviceThatTakesLongIsATaskToAskLater() throws Exception {
        String ask = "{\"sources\":[\"/data/x\"],\"destination\":\"" + TO + "\"}";
        HttpResponse<String> accepted = standalone.postJson("/api/advice?wait=0", ada, ask);
        assertThat(accepted.statusCode()).isEqualTo(202);
        long id = json(accepted).get("id").asLong();
        JsonNode lease = lease("w1", 1).get(0);
        assertThat(lease.get("kind").asString()).isEqualTo("ADVISE");
        assertThat(standalone.get("/api/tasks/" + id + "/document", ada).statusCode())
                .isEqualTo(404);
        end(lease, "0", "", "null", "\"{\\\"options\\\":[1]}\"");
        assertThat(standalone.get("/api/tasks/" + id + "/document", ada).body()).isEqualTo("{\"options\":[1]}");
        assertThat(standalone
                        .postJson("/api/advice", ada, ask.replace("[\"/data/x\"]", "[\"/data/x\",\"/data/y\"]"))
                        .statusCode())
                .isEqualTo(400);
    }
}
