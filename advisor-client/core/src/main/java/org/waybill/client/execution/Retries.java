package org.waybill.client.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.engine.ForwardingListener;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;

/** Tries a transfer again while that can help: until it is done, hopeless, or too late. */
record Retries(RetryPolicy policy, RetryClock ticker, RandomGenerator random) {
    /** A checksum that is wrong again after everything was sent again is not an accident. */
    private static final int VERIFICATIONS = 2;

    /** One try. Reports to {@code progress} how far it got. */
    interface Attempt<T> {
        T run(TransferListener progress) throws TransferException, InterruptedException;
    }

    /**
     * What came out, and of how many attempts.
     *
     * @param firstBytes what was there before anything was sent
     */
    record Outcome<T>(T result, int attempts, long firstBytes) {}

    /**
     * Runs {@code attempt} until it succeeds.
     *
     * @param deadline the user's; null for the policy's patience
     * @throws TransferException the last attempt's when trying again cannot help or the remote host never answered;
     *     {@code DEADLINE_MISSED} or {@code GAVE_UP} when it might have, but time is up
     */
    <T> Outcome<T> run(Attempt<T> attempt, @Nullable Instant deadline, TransferListener listener)
            throws TransferException, InterruptedException {
        ProgressWatch watch = new ProgressWatch(listener);
        int failures = 0;
        int briefFailures = 0;
        int failedVerifications = 0;
        for (int attempts = 1; ; attempts++) {
            watch.attemptStarts();
            try {
                return new Outcome<>(
                        deadline == null
                                ? attempt.run(watch)
                                : new TimedAttempt<>(attempt, watch, ticker).endBy(deadline),
                        attempts,
                        watch.firstBytes());
            } catch (TransferException e) {
                failures = watch.progressed ? 1 : failures + 1;
                failedVerifications += e.reason() == Reason.VERIFICATION_FAILED ? 1 : 0;
                if (!e.isRetriable() || failedVerifications == VERIFICATIONS) {
                    throw e;
                }
                briefFailures = !e.isRetriableBriefly() ? 0 : watch.progressed ? 1 : briefFailures + 1;
                // a node that accepted and is away now is starting again; one of which no byte comes may never send any
                boolean away = watch.answered && e.reason() == Reason.UNREACHABLE;
                int failuresWithoutProgress = watch.everMoved || away ? briefFailures : failures;
                if (deadline == null && failuresWithoutProgress >= policy.firstContacts()) {
                    throw e;
                }
                pause(e, failures, attempts, deadline, watch);
            }
        }
    }

    private void pause(
            TransferException failure, int failures, int attempts, @Nullable Instant deadline, ProgressWatch watch)
            throws TransferException, InterruptedException {
        Duration pause = policy.pauseAfter(failures, random);
        if (deadline != null && !ticker.now().plus(pause).isBefore(deadline)) {
            throw new TransferException(
                    Reason.DEADLINE_MISSED,
                    "the deadline " + deadline + " leaves no time for another attempt after "
                            + HumanUnits.counted(attempts, "attempt") + "; the last one failed: "
                            + failure.getMessage(),
                    failure);
        }
        if (deadline == null && watch.sinceProgress().plus(pause).compareTo(policy.patience()) > 0) {
            throw new TransferException(
                    Reason.GAVE_UP,
                    "gave up after " + HumanUnits.counted(attempts, "attempt") + " and "
                            + policy.patience().toHours() + " h without progress; the last one failed: "
                            + failure.getMessage(),
                    failure);
        }
        watch.onEvent(RetryNotice.CODE, RetryNotice.text(attempts, String.valueOf(failure.getMessage()), pause));
        ticker.sleep(pause);
    }

    /** Notices whether more bytes get there than before, and shows one transfer: what one attempt had is not lost. */
    private final class ProgressWatch extends ForwardingListener {
        private volatile long attemptsFirstBytes = -1;
        private volatile long firstBytes = -1;
        private volatile boolean progressed;
        private volatile boolean everMoved;
        private volatile boolean answered;
        private volatile long lastProgressNs = ticker.nanoTime();
        /** What an earlier attempt began with, and how far one got: the same again is not progress. */
        private volatile long earlierFirstBytes = -1;

        private volatile long earlierBytes;
        private long mostBytes;
        private long mostFiles;

        ProgressWatch(TransferListener listener) {
            super(listener);
        }

        synchronized void attemptStarts() {
            earlierFirstBytes = Math.max(earlierFirstBytes, attemptsFirstBytes);
            earlierBytes = mostBytes;
            attemptsFirstBytes = -1;
            progressed = false;
        }

        long firstBytes() {
            return Math.max(0, firstBytes);
        }

        /** Whether the remote host has once accepted the transfer. */
        Duration sinceProgress() {
            return Duration.ofNanos(ticker.nanoTime() - lastProgressNs);
        }

        @Override
        public void onProgress(Progress progress) {
            if (progress.phase() == Phase.MOVING || progress.bytesDone() > 0) {
                answered = true;
                long first = progress.firstBytes(attemptsFirstBytes);
                attemptsFirstBytes = first;
                // what an attempt, or the option before in the same one, has sent is there later
                firstBytes = everMoved ? firstBytes : first;
                everMoved |= progress.bytesDone() > first;
                boolean further = progress.bytesDone() > Math.max(first, earlierBytes);
                boolean begunFurther = earlierFirstBytes >= 0 && first > earlierFirstBytes;
                if (further || begunFurther && !progressed) {
                    progressed = true;
                    lastProgressNs = ticker.nanoTime();
                }
            }
            super.onProgress(shown(progress));
        }

        @Override
        public void onRestart() {
            synchronized (this) {
                mostBytes = 0;
                mostFiles = 0;
                earlierBytes = 0;
                attemptsFirstBytes = -1;
            }
            super.onRestart();
        }

        private synchronized Progress shown(Progress now) {
            mostBytes = Math.max(mostBytes, now.bytesDone());
            mostFiles = Math.max(mostFiles, now.filesDone());
            return new Progress(now.phase(), mostBytes, now.totalBytes(), mostFiles, now.totalFiles(), now.name());
        }
    }
}
