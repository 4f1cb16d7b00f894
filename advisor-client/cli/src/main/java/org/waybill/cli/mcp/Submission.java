package org.waybill.cli.mcp;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import tools.jackson.databind.JsonNode;

/**
 * Makes the task of a plan, once. The plan is noted as used before its task is made, all under a lock: of two at the same
 * time one is refused, and where the server is killed between both, the next submission makes the task that was noted,
 * under the same id, of which there is only one (decision 0307).
 */
final class Submission {
    /** A dry run lists both ends. */
    static final Duration LOOK = Duration.ofMinutes(5);

    private static final Duration SUBMIT = Duration.ofMinutes(2);

    /** Why a plan is not made or not submitted. */
    enum Refusal {
        /** Nobody has approved it. */
        NOT_APPROVED,
        /** It is too old. */
        EXPIRED,
        /** It has been submitted. */
        USED,
        /** An end, or what is to be copied, is not what was approved. */
        CHANGED,
        /** There is nothing to copy. */
        NOTHING_TO_DO,
        /** Its bytes cannot be counted. */
        NOT_COUNTED,
        /** Too much at once. */
        BUSY,
        /** What the tools may ask of the network in an hour is used up. */
        BUDGET
    }

    private final ToolContext context;

    Submission(ToolContext context) {
        this.context = context;
    }

    /** What a dry run found. */
    record Found(CommandRun.Answer answer, long bytes, long files) {
        /** @return empty where the dry run says that the copy would fail, or cannot count */
        static Optional<Found> of(CommandRun.Answer answer) {
            JsonNode plan = answer.document().path("plan");
            return answer.exitCode() != 0 || !plan.isObject()
                    ? Optional.empty()
                    : Optional.of(new Found(
                            answer, sum(plan, "newBytes", "changedBytes"), sum(plan, "newFiles", "changedFiles")));
        }

        /** Whether it compared all, and refused files of unknown size. */
        static boolean hasUnsized(CommandRun.Answer answer) {
            JsonNode document = answer.document();
            return document.path("plan").isObject()
                    && Reason.LIMIT.name().equals(document.path("status").asString(""));
        }

        private static long sum(JsonNode plan, String one, String other) {
            return plan.path(one).asLong(0) + plan.path(other).asLong(0);
        }
    }

    Reply submit(String id) throws TransferException, InterruptedException {
        try {
            Plans.Sealed sealed = context.plans().find(id);
            Reply refused = refusal(sealed);
            if (refused == null) {
                refused = change(sealed.plan());
            }
            return refused != null ? refused : context.plans().holding(() -> use(id));
        } catch (IOException e) {
            throw context.unreadable(e);
        }
    }

    /** Why it may not be submitted now; null if it may. */
    private @Nullable Reply refusal(Plans.Sealed sealed) throws TransferException, IOException {
        Plan plan = sealed.plan();
        if (context.plans().used(plan.id()).isPresent()
                && context.tasks().store().has(plan.task())) {
            return refused(Refusal.USED, "the plan was submitted: 'watch' shows its task");
        }
        if (!Instant.now().isBefore(plan.expiresAt())) {
            return refused(Refusal.EXPIRED, "the plan has expired: make a new one");
        }
        // what the policy has approved it is asked again: it may be another one now
        if (context.plans()
                .approval(sealed)
                .filter(one -> one.by() == Approval.By.PERSON)
                .isPresent()) {
            return null;
        }
        String why = context.refusal(plan);
        return why.isEmpty()
                ? null
                : refused(
                        Refusal.NOT_APPROVED,
                        why + "; a person approves it by 'waybill mcp approve " + plan.id() + "'");
    }

    /** Whether its ends and its bytes are no longer those that are approved; null if they are. */
    private @Nullable Reply change(Plan plan) throws TransferException, InterruptedException {
        if (!plan.source().equals(context.place(plan.source().text()))
                || !plan.destination().equals(context.place(plan.destination().text()))) {
            return refused(
                    Refusal.CHANGED, "a link on the way to an end of the plan leads elsewhere now: make a new one");
        }
        CommandRun.Answer answer = context.commands().run(LOOK, plan.dryRun());
        Optional<Found> found = Found.of(answer);
        if (found.isEmpty()) {
            Reply failed = Reply.of(answer);
            return failed.isError() && !Found.hasUnsized(answer)
                    ? failed
                    : refused(Refusal.CHANGED, "the bytes can no longer be counted: make a new plan");
        }
        return found.get().bytes() <= plan.bytes()
                ? null
                : refused(
                        Refusal.CHANGED,
                        HumanUnits.binarySize(found.get().bytes()) + " would be copied, but the plan is of "
                                + HumanUnits.binarySize(plan.bytes()) + ": make a new one");
    }

    /** Under the lock. */
    private Reply use(String id) throws TransferException {
        try {
            Plans.Sealed sealed = context.plans().find(id);
            Reply refused = refusal(sealed);
            if (refused != null) {
                return refused;
            }
            Instant now = Instant.now();
            if (context.plans().approval(sealed).isEmpty()) {
                context.plans().approve(Approval.of(sealed, Approval.By.POLICY, now));
            }
            Plan plan = sealed.plan();
            if (context.plans().used(id).isEmpty()) {
                context.plans().use(plan, now);
            }
            return Reply.of(context.commands().run(SUBMIT, plan.submission()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransferException(Reason.INTERRUPTED, "interrupted: submit the plan again", e);
        } catch (IOException e) {
            throw context.unreadable(e);
        }
    }

    static Reply refused(Refusal why, String text) {
        return Reply.refused(why.name(), text);
    }
}
