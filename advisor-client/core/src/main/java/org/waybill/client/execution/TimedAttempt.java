package org.waybill.client.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;

/**
 * An attempt on a thread of its own, so that it is over at its deadline even if a remote host keeps it waiting with
 * connects, handshakes, or answers that do not come or come byte by byte.
 */
final class TimedAttempt<T> {
    /** For the attempt to keep its state once it is interrupted; what then still waits is left behind. */
    private static final long GRACE_MILLIS = 3_000;
    /** How often the clock is looked at, which may be set or sleep meanwhile. */
    private static final long LOOK_MILLIS = 1_000;

    private final Retries.Attempt<T> attempt;
    private final TransferListener listener;
    private final RetryClock ticker;
    private volatile boolean abandoned;

    /** @param listener hears of the attempt as long as it is waited for */
    TimedAttempt(Retries.Attempt<T> attempt, TransferListener listener, RetryClock ticker) {
        this.attempt = attempt;
        this.listener = listener;
        this.ticker = ticker;
    }

    /**
     * Runs the attempt.
     *
     * @throws TransferException the attempt's, or {@code DEADLINE_MISSED} within three seconds of {@code deadline}
     */
    T endBy(Instant deadline) throws TransferException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(() -> attempt.run(new UntilAbandoned()));
        Thread worker = Thread.ofPlatform().daemon().name("attempt").start(task);
        try {
            while (ticker.now().isBefore(deadline)) {
                long leftMillis = Duration.between(ticker.now(), deadline).toMillis();
                try {
                    return result(task, Math.clamp(leftMillis, 1, LOOK_MILLIS));
                } catch (TimeoutException _) {
                    // look at the clock
                }
            }
        } catch (InterruptedException e) {
            stop(worker);
            throw e;
        }
        stop(worker);
        if (task.state() == FutureTask.State.SUCCESS) {
            return task.resultNow();
        }
        throw new TransferException(
                Reason.DEADLINE_MISSED, "the deadline " + deadline + " has passed; re-run the command to resume");
    }

    private void stop(Thread worker) throws InterruptedException {
        worker.interrupt();
        boolean _ = worker.join(Duration.ofMillis(GRACE_MILLIS));
        abandoned = true;
    }

    private T result(FutureTask<T> task, long millis) throws TransferException, InterruptedException, TimeoutException {
        try {
            return task.get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            switch (Objects.<Throwable>requireNonNullElse(e.getCause(), e)) {
                case TransferException failure -> throw failure;
                case InterruptedException stopped -> throw stopped;
                case RuntimeException bug -> throw bug;
                case Error bug -> throw bug;
                case Throwable other -> throw new IllegalStateException(other);
            }
        }
    }

    /** An abandoned attempt reports nothing. */
    private final class UntilAbandoned implements TransferListener {
        @Override
        public void onProgress(Progress progress) {
            if (!abandoned) {
                listener.onProgress(progress);
            }
        }

        @Override
        public void onEvent(String code, String text) {
            if (!abandoned) {
                listener.onEvent(code, text);
            }
        }
    }
}
