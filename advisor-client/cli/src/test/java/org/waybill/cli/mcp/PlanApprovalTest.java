package org.waybill.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.cli.Cli;
import org.waybill.cli.Typed;
import tools.jackson.databind.JsonNode;

/** Nothing moves without an approved plan, and an approval serves once; with real commands, agent and tasks. */
@Timeout(300)
class PlanApprovalTest extends AssistantLab {
    @Test
    void aPlanMovesNothingUntilAPersonHasApprovedItAtATerminalAndThenServesOnce() throws Exception {
        String id = planned();
        assertThat(to).isEmptyDirectory();
        assertRefused(call("submit", "plan", id), "NOT_APPROVED", "waybill mcp approve " + id);
        assertThat(cli.run("mcp", "approve", id).code()).isEqualTo(2);
        Typed.Result no = Typed.run(directory, List.of("Approve it?", "no"), "mcp", "approve", id);
        assertThat(no.code()).as(no.seen()).isEqualTo(9);
        assertRefused(call("submit", "plan", id), "NOT_APPROVED", "");

        Typed.Result yes = Typed.run(directory, List.of("Approve it?", "yes"), "mcp", "approve", id);

        assertThat(yes.code()).as(yes.seen()).isZero();
        assertThat(yes.seen()).contains(file.toString(), to + "/", "195 KiB in 1 file", "--overwrite=never", "expires");
        JsonNode submitted = call("submit", "plan", id);
        assertThat(submitted.at("/document/task/id").asString())
                .as(submitted.toString())
                .isEqualTo("mcp-" + id);
        assertThat(ended(id)).isEqualTo("DONE");
        assertThat(to.resolve("a.bin")).hasSize(BYTES);
        assertRefused(call("submit", "plan", id), "USED", "was submitted");
        Files.delete(to.resolve("a.bin"));
        assertRefused(call("submit", "plan", id), "USED", "was submitted");
        Typed.Result again = Typed.run(directory, List.of(), "mcp", "approve", id);
        assertThat(again.seen()).contains("was approved before");
        Cli.Result listed = cli.run("mcp", "plans", "--json");
        assertThat(listed.json().at("/plans/0/state").asString()).isEqualTo("SUBMITTED");
        assertThat(cli.run("mcp", "plans").out()).contains(id, "submitted");
        assertThat(tasks()).containsExactly("mcp-" + id);
    }

    @Test
    void ofManySubmissionsAtOnceOneMakesTheTask() throws Exception {
        String id = planned();
        approve(id);
        List<String> replies = atOnce(4, () -> {
            JsonNode reply = new Tools(context)
                    .call("submit", new Tools.Arguments(Map.of("plan", id)))
                    .bounded();
            return reply.path("status").asString() + reply.path("reason").asString("");
        });
        assertThat(replies.stream().collect(Collectors.groupingBy(one -> one, Collectors.counting())))
                .containsOnly(Map.entry("OK", 1L), Map.entry("REFUSEDUSED", 3L));
        assertThat(ended(id)).isEqualTo("DONE");
        assertThat(tasks()).containsExactly("mcp-" + id);
    }

    @Test
    void aPlanThatWasNotedAsUsedByAServerThatWasKilledThenMakesItsOneTask() throws Exception {
        String id = planned();
        approve(id);
        context.plans().use(context.plans().find(id).plan(), Instant.now()); // and killed

        assertThat(call("submit", "plan", id).path("status").asString()).isEqualTo("OK");
        assertRefused(call("submit", "plan", id), "USED", "");
        assertThat(ended(id)).isEqualTo("DONE");
        assertThat(tasks()).containsExactly("mcp-" + id);
    }

    @Test
    void aSourceThatHasGrownIsRefusedAndOneThatHasShrunkIsNot() throws Exception {
        String id = planned();
        approve(id);
        Files.write(file, new byte[BYTES + 1]);
        assertRefused(call("submit", "plan", id), "CHANGED", "would be copied, but the plan is of");
        Files.write(file, new byte[BYTES - 1]);
        assertThat(call("submit", "plan", id).path("status").asString()).isEqualTo("OK");
        assertThat(ended(id)).isEqualTo("DONE");
    }

    @Test
    void aTaskCopiesNothingOfASourceThatGrowsAfterItsSubmission() throws Exception {
        Plan plan = context.plans().find(planned()).plan();
        List<String> words = new ArrayList<>(plan.submission());
        words.add(1, "--at=2h");
        assertThat(cli.run(words.toArray(String[]::new)).code()).isZero();
        Files.write(file, new byte[BYTES + 1]);
        cli.run("task", "resume", plan.task());
        JsonNode ended = cli.run("task", "wait", "--json", plan.task()).json();
        assertThat(ended.at("/task/state").asString()).isEqualTo("FAILED");
        assertThat(ended.at("/task/reason").asString()).isEqualTo("LIMIT");
        assertThat(to).isEmptyDirectory();
        assertThat(cli.runLine("copy --max-total 100 %s %s/", file, to).err())
                .contains("195 KiB would be copied, which is more than --max-total 100 B");
        assertThat(cli.runLine("copy -n --max-total 100 %s %s/", file, to).code())
                .isEqualTo(8);
        assertThat(cli.runLine("copy --max-total 300kB %s %s/", file, to).code())
                .isZero();
    }

    @Test
    void whatHasNoKnownSizeIsInNoPlanAndPassesEachLimit() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(200, head ? -1 : 0); // 0: in chunks
            if (!head) {
                exchange.getResponseBody().write(new byte[BYTES]);
            }
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/a.bin";
            assertRefused(call("plan", "source", url, "destination", to + "/"), "NOT_COUNTED", "unknown size");
            Cli.Result refused = cli.run("copy", "--max-total=1T", url, to + "/");
            assertThat(refused.code()).as(refused.err()).isEqualTo(8);
            assertThat(refused.err()).contains("the size of 1 file is unknown");
            assertThat(to).isEmptyDirectory();
            assertThat(cli.run("copy", url, to + "/").code()).isZero();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aLinkThatLeadsElsewhereThanWhenItWasApprovedIsRefused() throws Exception {
        Path other =
                Files.write(Files.createDirectory(directory.resolve("other")).resolve("a.bin"), new byte[9]);
        Path link = Files.createSymbolicLink(directory.resolve("link"), file.getParent());
        JsonNode plan = call("plan", "source", link + "/a.bin", "destination", to + "/");
        String id = plan.at("/document/id").asString();
        approve(id);
        Files.delete(link);
        Files.createSymbolicLink(link, other.getParent());

        assertRefused(call("submit", "plan", id), "CHANGED", "leads elsewhere");
        assertThat(tasks()).isEmpty();
    }

    @Test
    void plansThatExpiredOrWereAlteredAreRefused() throws Exception {
        Plan plan = context.plans().find(planned()).plan();
        String late = "00112233445566aa";
        context.plans().add(with(plan, late, plan.bytes(), Instant.now().minusSeconds(1)));
        approve(late);
        assertRefused(call("submit", "plan", late), "EXPIRED", "make a new one");

        approve(plan.id());
        context.plans().add(with(plan, plan.id(), Long.MAX_VALUE, plan.expiresAt()));
        assertRefused(call("submit", "plan", plan.id()), "NOT_APPROVED", "");
        assertThat(call("submit", "plan", "../../../etc/pass").path("status").asString())
                .isEqualTo("FAILED");
        assertThat(tasks()).isEmpty();
        Instant later = plan.expiresAt().plus(Duration.ofDays(31));
        context.plans()
                .add(new Plan(
                        "ffffffffffffffff",
                        plan.source(),
                        plan.destination(),
                        List.of(),
                        1,
                        1,
                        "local",
                        null,
                        null,
                        0,
                        1,
                        later,
                        later));
        assertThat(context.plans().all()).hasSize(1);
    }

    private static Plan with(Plan plan, String id, long bytes, Instant expiresAt) {
        return new Plan(
                id,
                plan.source(),
                plan.destination(),
                plan.options(),
                bytes,
                plan.files(),
                plan.transport(),
                plan.secondsP50(),
                plan.secondsP90(),
                plan.cost(),
                plan.minutes(),
                plan.madeAt(),
                expiresAt);
    }

    @Test
    void aPolicyApprovesWithinItsPlacesAndBudgetsAlsoWhenPlansAreSubmittedAtOnce() throws Exception {
        policy("""
            {"endpoints": ["%s", "%s/"], "bytesPerPlan": 250000, "bytesPerDay": 500000, "minutesPerPlan": 2000,
             "costPerPlan": 1, "costPerDay": 1}\
            """.formatted(file.getParent(), to));
        List<String> plans = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Path one = Files.write(file.resolveSibling("f" + i), new byte[BYTES]);
            JsonNode plan = call("plan", "source", one.toString(), "destination", to + "/");
            assertThat(plan.path("text").asString()).contains("the policy approves it");
            plans.add(plan.at("/document/id").asString());
        }
        List<String> replies = atOnce(plans, id -> {
            JsonNode reply = call("submit", "plan", id);
            return reply.path("status").asString() + " " + reply.path("text").asString();
        });
        assertThat(replies).filteredOn(one -> one.startsWith("OK")).hasSize(2);
        assertThat(replies)
                .filteredOn(one -> one.contains("bytesPerDay of 488 KiB"))
                .hasSize(2);
        assertThat(tasks())
                .hasSize(2)
                .allSatisfy(task -> assertThat(ended(task.replace("mcp-", ""))).isEqualTo("DONE"));

        Path outside = Files.writeString(directory.resolve("outside"), "x");
        String id = call("plan", "source", outside.toString(), "destination", to + "/")
                .at("/document/id")
                .asString();
        assertRefused(call("submit", "plan", id), "NOT_APPROVED", "the policy does not allow " + outside);
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("x"), "x");
        Path link =
                Files.createSymbolicLink(file.resolveSibling("link"), elsewhere).resolve("x");
        String hidden = call("plan", "source", link.toString(), "destination", to + "/")
                .at("/document/id")
                .asString();
        assertRefused(call("submit", "plan", hidden), "NOT_APPROVED", "the policy does not allow " + link);
        policy("{\"endpoint\": []}");
        JsonNode broken = call("submit", "plan", id);
        assertThat(broken.at("/document/message").asString()).contains("cannot use the policy", "endpoint");
    }

    @Test
    void secretsAndPlacesThatCannotBeApprovedAreNoEndsOfAPlan() throws Exception {
        Files.createDirectories(directory.resolve("user/.ssh"));
        for (String place : List.of(
                cli.home() + "/vault.key",
                directory + "/user/.ssh/id_ed25519",
                directory + "/to/../user/.ssh/",
                "dataset:x",
                "-",
                "sftp://host/a/../b",
                "host:/a/*.h5",
                directory + "/from/*.bin")) {
            JsonNode reply = call("plan", "source", place, "destination", to + "/");
            assertThat(reply.path("status").asString()).as(place).isEqualTo("FAILED");
            assertThat(reply.path("reason").asString()).as(place).isIn("BAD_INPUT", "UNSAFE");
        }
        assertThat(call("plan", "source", "a\u0000b", "destination", to + "/")
                        .path("status")
                        .asString())
                .isEqualTo("REFUSED");
        assertThat(context.plans().all()).isEmpty();
    }

    @Test
    void tasksOfOthersAreNeitherSeenNorEndedAndThoseOfPlansAre() throws Exception {
        cli.runLine("copy --background --id mine --at 2h %s %s", file, to);
        assertThat(call("cancel", "plan", "mine").path("status").asString()).isEqualTo("FAILED");
        assertThat(call("watch", "plan", "mine").path("status").asString()).isEqualTo("FAILED");
        assertThat(cli.run("task", "show", "--json", "mine")
                        .json()
                        .at("/task/state")
                        .asString())
                .isEqualTo("WAITING");
        cli.run("task", "cancel", "mine");
        assertRefused(call("rm", "path", to.toString()), "BAD_INPUT", "no such tool");
    }

    @Test
    void callsThatAskOthersHaveABudget() {
        String reason = "";
        for (int i = 0; i <= Tools.CALLS_AN_HOUR; i++) {
            reason = call("submit", "plan", "x").path("reason").asString("");
        }
        assertThat(reason).isEqualTo("BUDGET");
    }

    private static List<String> atOnce(int count, Callable<String> call) throws Exception {
        List<Integer> numbers = IntStream.range(0, count).boxed().toList();
        return atOnce(numbers, _ -> call.call());
    }

    private interface Call<T> {
        String with(T value) throws Exception;
    }

    private static <T> List<String> atOnce(List<T> values, Call<T> call) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> all = values.stream()
                    .map(one -> threads.submit(() -> call.with(one)))
                    .toList();
            List<String> replies = new ArrayList<>();
            for (Future<String> one : all) {
                replies.add(one.get());
            }
            return replies;
        }
    }
}
