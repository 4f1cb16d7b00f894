package org.waybill.cli.mcp;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the tools do. None deletes, overwrites unless the approved plan says so, trusts a host or reads a secret. */
final class Tools {
    /** Of the tools that ask other machines. */
    static final int CALLS_AN_HOUR = 240;

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int AT_ONCE = 4;
    private static final int PATIENCE_SECONDS = 60;
    private static final int DAY_MINUTES = 24 * 60;
    private static final long PAUSE_MILLIS = 500;

    private final ToolContext context;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final Deque<Instant> calls = new ArrayDeque<>();

    Tools(ToolContext context) {
        this.context = context;
    }

    /** What an assistant gives a tool; its names and types are checked already. */
    record Arguments(Map<String, Object> all) {
        String text(String name) {
            return String.valueOf(all.getOrDefault(name, ""));
        }

        int number(String name, int usual) {
            return all.get(name) instanceof Number given ? given.intValue() : usual;
        }

        List<String> texts(String name) {
            return all.get(name) instanceof List<?> given
                    ? given.stream().map(String::valueOf).toList()
                    : List.of();
        }

        boolean hasControls() {
            return all.values().stream()
                    .anyMatch(one -> String.valueOf(one).chars().anyMatch(Character::isISOControl));
        }
    }

    /** Does what a tool does; never throws. */
    Reply call(String tool, Arguments given) {
        try {
            if (given.hasControls()) {
                return Reply.refused(Reason.BAD_INPUT.name(), "an argument contains control characters");
            }
            if (!places.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return Submission.refused(
                        Submission.Refusal.BUSY, AT_ONCE + " calls run already: wait until one has answered");
            }
            try {
                return answer(tool, given);
            } finally {
                places.release();
            }
        } catch (TransferException e) {
            return Reply.failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.failed(new TransferException(Reason.INTERRUPTED, "interrupted", e));
        }
    }

    private Reply answer(String tool, Arguments given) throws TransferException, InterruptedException {
        return switch (tool) {
            case "explain" -> run(SHORT, "explain", "--json", "--", given.text("code"));
            case "history" -> history(given);
            case "watch" -> watch(given);
            case "cancel" -> run(SHORT, "task", "cancel", "--json", task(given));
            default -> isWithinBudget() ? remote(tool, given) : spent();
        };
    }

    /** Those that ask other machines. */
    private Reply remote(String tool, Arguments given) throws TransferException, InterruptedException {
        return switch (tool) {
            case "discover" -> run(SHORT, "probe", "protocols", "--json", "--", given.text("host"));
            case "advise" -> run(LONG, "advise", "--json", "--", source(given), destination(given));
            case "check" -> check(given);
            case "plan" -> plan(given);
            case "submit" -> new Submission(context).submit(given.text("plan"));
            default -> Reply.refused(Reason.BAD_INPUT.name(), "no such tool");
        };
    }

    /** That they differ is an answer, and no failure. */
    private Reply check(Arguments given) throws TransferException, InterruptedException {
        String compare = given.text("compare").isEmpty() ? "mtime" : given.text("compare");
        Reply reply = run(LONG, "check", "--json", "--compare=" + compare, "--", source(given), destination(given));
        return Reason.DIFFERENT.name().equals(reply.reason()) ? Reply.ok("they differ", reply.document()) : reply;
    }

    private synchronized boolean isWithinBudget() {
        Instant now = Instant.now();
        while (!calls.isEmpty() && calls.getFirst().isBefore(now.minus(HOUR))) {
            calls.removeFirst();
        }
        return calls.size() < CALLS_AN_HOUR && calls.add(now);
    }

    private static Reply spent() {
        return Submission.refused(
                Submission.Refusal.BUDGET, CALLS_AN_HOUR + " calls an hour may ask other machines: wait");
    }

    private Reply run(Duration most, String... words) throws TransferException, InterruptedException {
        return Reply.of(context.commands().run(most, List.of(words)));
    }

    private String source(Arguments given) throws TransferException {
        return context.place(given.text("source")).text();
    }

    private String destination(Arguments given) throws TransferException {
        return context.place(given.text("destination")).text();
    }

    private Reply history(Arguments given) throws TransferException, InterruptedException {
        return run(
                SHORT,
                "history",
                "show",
                "--json",
                "--limit=" + given.number("limit", 20),
                "--",
                given.text("source"),
                given.text("destination"));
    }

    /** Only of plans: an assistant neither sees nor ends other tasks of the user. */
    private String task(Arguments given) throws TransferException {
        return context.plans().find(given.text("plan")).plan().task();
    }

    private Reply watch(Arguments given) throws TransferException, InterruptedException {
        String task = task(given);
        Instant until = Instant.now().plusSeconds(given.number("seconds", 0));
        while (Instant.now().isBefore(until) && !isOver(task)) {
            Thread.sleep(PAUSE_MILLIS);
        }
        return run(SHORT, "task", "show", "--json", task);
    }

    private boolean isOver(String task) throws TransferException {
        try {
            return context.tasks().store().find(task).state().isOver();
        } catch (IOException e) {
            throw context.unreadable(e);
        }
    }

    private Reply plan(Arguments given) throws TransferException, InterruptedException {
        PlanEnd source = context.place(given.text("source"));
        PlanEnd destination = context.place(given.text("destination"));
        int minutes = given.number("minutes", DAY_MINUTES);
        List<String> options = options(given, minutes);
        CommandRun.Answer answer = context.commands().run(Submission.LOOK, Plan.dryRun(source, destination, options));
        Submission.@Nullable Found found = Submission.Found.of(answer).orElse(null);
        if (found == null) {
            Reply failed = Reply.of(answer);
            return failed.isError() && !Submission.Found.hasUnsized(answer)
                    ? failed
                    : Submission.refused(
                            Submission.Refusal.NOT_COUNTED,
                            "what would be copied cannot be counted, or has files of unknown size: name other places");
        }
        if (found.files() == 0) {
            return Submission.refused(
                    Submission.Refusal.NOTHING_TO_DO, "nothing would be copied: all of it is there, or was left out");
        }
        JsonNode document = answer.document();
        Instant now = Instant.now();
        return keep(new Plan(
                Plans.newId(),
                source,
                destination,
                options,
                found.bytes(),
                found.files(),
                document.path("transport").asString(""),
                number(document.at("/forecast/secondsP50")),
                number(document.at("/forecast/secondsP90")),
                context.cost(found.bytes(), source, destination),
                minutes,
                now,
                now.plus(Plan.LIFETIME)));
    }

    private static List<String> options(Arguments given, int minutes) {
        List<String> options = new ArrayList<>();
        options.add("--overwrite=" + (given.text("overwrite").isEmpty() ? "never" : given.text("overwrite")));
        options.add("--deadline=" + minutes + "m");
        if (!given.text("rate").isEmpty()) {
            options.add("--rate=" + given.text("rate"));
        }
        given.texts("exclude").forEach(pattern -> options.add("--exclude=" + pattern));
        return options;
    }

    private static @Nullable Double number(JsonNode node) {
        return node.isNumber() ? Double.valueOf(node.asDouble()) : null;
    }

    private Reply keep(Plan plan) throws TransferException {
        try {
            context.plans().add(plan);
            String refusal = context.refusal(plan);
            String next = refusal.isEmpty()
                    ? "the policy approves it: 'submit' makes its task"
                    : refusal + "; a person approves it by 'waybill mcp approve " + plan.id() + "'";
            JsonNode document = JsonMapper.shared().valueToTree(plan);
            return Reply.ok(next, document);
        } catch (IOException e) {
            throw context.unreadable(e);
        }
    }
}
