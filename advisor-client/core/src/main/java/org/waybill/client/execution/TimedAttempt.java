package org.waybill.client.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.waybill.engine.ForwardingListener;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;

/**
 * An attempt on a thread of its own, so that it is over when its time is, whatever a far end makes it wait for:
 * connects, handshakes, answers that do not come or come byte by byte.
 */
final class TimedAttempt<T> {
    /** For the attempt to keep its state once it is interrupted; what then still waits is left behind. */
    private static final Duration GRACE = Duration.ofSeconds(3);
    /** The same for Ctrl-C, after which the process has ten seconds. */
    private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(8);
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
        return within(() -> Duration.between(ticker.now(), deadline))
                .orElseThrow(() -> new TransferException(
                        Reason.DEADLINE_MISSED,
                        "the deadline " + deadline + " has passed; re-run the command to resume"));
    }

    /**
     * Runs the attempt while there is time left; empty where it was stopped.
     *
     * @param left asked every second, or sooner where it is shorter
     */
    Optional<T> within(Supplier<Duration> left) throws TransferException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(() -> attempt.run(new UntilAbandoned()));
        Thread worker = Thread.ofPlatform().daemon().name("attempt").start(task);
        try {
            for (Duration now = left.get(); now.isPositive(); now = left.get()) {
                try {
                    return Optional.of(result(task, Math.clamp(now.toMillis(), 1, LOOK_MILLIS)));
                } catch (TimeoutException _) {
                    // look at the clock
                }
            }
        } catch (InterruptedException e) {
            stop(worker, INTERRUPT_GRACE);
            throw e;
        }
        stop(worker, GRACE);
        return task.state() == FutureTask.State.SUCCESS ? Optional.of(task.resultNow()) : Optional.empty();
    }

    private void stop(Thread worker, Duration grace) throws InterruptedException {
        worker.interrupt();
        boolean _ = worker.join(grace);
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
    private final class UntilAbandoned extends ForwardingListener {
        UntilAbandoned() {
            super(listener);
        }

        @Override
        public void onProgress(Progress progress) {
            if (!abandoned) {
                super.onProgress(progress);
            }
        }

        @Override
        public void onEvent(String code, String text) {
            if (!abandoned) {
                super.onEvent(code, text);
            }
        }

        @Override
        public void onForecast(double secondsP50, double secondsP90) {
            if (!abandoned) {
                super.onForecast(secondsP50, secondsP90);
            }
        }

        @Override
        public void onRestart() {
            if (!abandoned) {
                super.onRestart();
            }
        }
    }
}
