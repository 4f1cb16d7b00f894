package org.waybill.cli.move;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.waybill.cli.advise.AdviceSession;
import org.waybill.cli.advise.MoveChoice;
import org.waybill.cli.command.Session;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.kept.ExplorationLog;
import org.waybill.client.workflow.ranking.Exploration;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;

/**
 * An option that a copy tries in place of the best one, to learn its time: once, without a question to a person, and for
 * no longer than a multiple of what the best one takes. If it fails, the best one copies the data. See decision 0284.
 *
 * @param job bytes that were counted for it
 * @param most after which it is stopped
 */
record Trial(
        Advisor.AdviceResult adviceResult,
        Workflow best,
        Workflow option,
        TransferOrder order,
        ExplorationLog.Trial name,
        long job,
        Duration most) {
    private static final double MOST_TIMES_THE_BEST = 3;
    private static final double LEAST_SECONDS = 10;

    /** The trial for a copy, already counted; mostly empty. */
    static Optional<Trial> begin(Session session, MoveChoice choice, Advisor.AdviceResult adviceResult, Workflow best) {
        Optional<Workflow> option = choice.trial(adviceResult.advice(), best);
        Optional<DatasetSize> counted = adviceResult.counted().filter(DatasetSize::complete);
        if (option.isEmpty() || counted.isEmpty()) {
            return Optional.empty();
        }
        TransferOrder order = choice.by(adviceResult, option.get(), false);
        ExplorationLog.Trial name = new ExplorationLog.Trial(
                order.sourceHost(), order.destinationHost(), option.get().id());
        long job = counted.get().dataset().bytes();
        double most = Math.max(LEAST_SECONDS, MOST_TIMES_THE_BEST * Exploration.latestSeconds(best.estimate()));
        return log(session).begins(name, job, now())
                ? Optional.of(new Trial(
                        adviceResult, best, option.get(), order, name, job, Duration.ofMillis(Math.round(1e3 * most))))
                : Optional.empty();
    }

    /** Counts a copy that the best option made. */
    static void ended(Session session, TransferResult result) {
        log(session).copied(sent(result), 0);
    }

    String told() {
        return option.transport() + " in place of " + best.transport()
                + ", to learn its time (for at most 2 % of the bytes; '--explore no' turns it off)";
    }

    /** What came of it; empty if it failed. */
    Optional<TransferResult> run(Session session, TransferListener listener)
            throws TransferException, InterruptedException {
        try {
            TransferResult result = CopyRunner.unasked(session).tryOnce(order, most, listener);
            log(session).copied(sent(result), sent(result) - job);
            AdviceSession.ended(session, adviceResult.advice().id(), option, result);
            return Optional.of(result);
        } catch (TransferException e) {
            if (e.reason() == Reason.INTERRUPTED) {
                throw e;
            }
            log(session).failed(name, now());
            listener.onEvent(
                    "TRANSPORT_CHANGED",
                    order.transport() + " failed: " + e.getMessage() + "; copying by " + best.transport());
            return Optional.empty();
        }
    }

    private static long sent(TransferResult result) {
        return result.report().bytes() - result.report().resumedBytes();
    }

    private static ExplorationLog log(Session session) {
        return new ExplorationLog(session.home().exploration());
    }

    private static Instant now() {
        return InstantSource.system().instant();
    }
}
