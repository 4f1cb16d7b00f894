package org.waybill.engine.mover.store;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.mover.meter.TransferMeter;

/**
 * Runs a transfer on a thread of its own while the caller's thread reports progress to the listener, ends it when the
 * caller is interrupted, and cuts connections that have fallen silent so that they are opened again.
 */
final class InterruptibleTransfer {
    private static final long PROGRESS_MILLIS = 100;
    private static final long SILENCE_LIMIT_NS = TimeUnit.SECONDS.toNanos(90);
    /** For a file that goes from server to server: 10 TB at 1 Gbit/s take as long, and few servers say how far. */
    private static final long UNSEEN_LIMIT_NS = TimeUnit.HOURS.toNanos(24);
    /**
     * For the answer to a file whose data have all been sent: longer than the stores' own limits for that of small ones, and
     * more for large files, which a server may read again to store or to hash them.
     */
    private static final long ANSWER_LIMIT_NS = TimeUnit.MINUTES.toNanos(16);

    private static final long ANSWER_NS_PER_BYTE = 100;
    /** From then on it is said that an answer is awaited. */
    private static final long AWAITING_NS = TimeUnit.SECONDS.toNanos(5);

    /**
     * After so long, and again after each limit of silence, it is found out whether the server that owes it is there.
     * Two questions of at most 15 s each fit into the first limit.
     */
    private static final long ASKING_NS = TimeUnit.SECONDS.toNanos(45);

    /** From one question that was not answered to the next: a packet may be lost, and a server busy for a moment. */
    private static final long ASKING_AGAIN_NS = TimeUnit.SECONDS.toNanos(30);

    /** After an interrupt, for the work to end by itself, and once more for it to end without its connections. */
    private static final long GRACE_MILLIS = 900;

    private final TransferMeter meter;
    private final TransferListener listener;
    private final LongSupplier clockNs;
    private final AtomicReference<ConnectionPair> ends = new AtomicReference<>();
    private long lastBytes = -1;
    private long lastChangeNs;
    private boolean awaiting;
    private long nextAskedNs = ASKING_NS;
    /** Whether the target's server can be reached; null while that is not asked. */
    private @Nullable FutureTask<Boolean> reachable;

    /** Whether the last question was not answered. */
    private boolean doubted;

    /** A transfer that reports which connections it opened. */
    @FunctionalInterface
    interface Work {
        StoreTransfer.Outcome run(Consumer<ConnectionPair> opened) throws TransferException, InterruptedException;
    }

    InterruptibleTransfer(TransferMeter meter, TransferListener listener, LongSupplier clockNs) {
        this.meter = meter;
        this.listener = listener;
        this.clockNs = clockNs;
        this.lastChangeNs = clockNs.getAsLong();
    }

    StoreTransfer.Outcome conduct(Work work) throws TransferException, InterruptedException {
        FutureTask<StoreTransfer.Outcome> task =
                new FutureTask<>((Callable<StoreTransfer.Outcome>) () -> work.run(ends::set));
        Thread worker = Thread.ofVirtual().name("waybill-transfer").start(task);
        try {
            return await(task);
        } catch (InterruptedException e) {
            meter.cancel();
            worker.interrupt();
            if (!worker.join(Duration.ofMillis(GRACE_MILLIS))) {
                cut();
                // what a remote host still delays, a log-in for example, is left behind: it ends with the process
                worker.join(Duration.ofMillis(GRACE_MILLIS));
            }
            throw e;
        } finally {
            cut();
        }
    }

    private StoreTransfer.Outcome await(FutureTask<StoreTransfer.Outcome> task)
            throws TransferException, InterruptedException {
        while (true) {
            try {
                StoreTransfer.Outcome outcome = task.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
                listener.onProgress(meter.progress());
                return outcome;
            } catch (TimeoutException _) {
                TransferListener.Progress progress = meter.progress();
                cutSilence(progress);
                listener.onProgress(shown(progress));
            } catch (ExecutionException e) {
                throw unwrapped(Objects.<Throwable>requireNonNullElse(e.getCause(), e));
            }
        }
    }

    private void cutSilence(TransferListener.Progress progress) {
        long nowNs = clockNs.getAsLong();
        long awaitedBytes = meter.awaitedBytes();
        ConnectionPair open = ends.get();
        if (meter.doneBytes() != lastBytes
                || progress.phase() != Phase.MOVING
                || awaiting && awaitedBytes < 0
                || open != null && open.target().limitsItsSilence()) {
            lastBytes = meter.doneBytes();
            lastChangeNs = nowNs;
            expectAnswerFromNow();
            return;
        }
        long silentNs = nowNs - lastChangeNs;
        boolean lost = awaitedBytes >= 0 && open != null && isLost(open.target(), silentNs);
        if (lost || silentNs > limitNs(awaitedBytes)) {
            lastChangeNs = nowNs;
            long seconds = TimeUnit.NANOSECONDS.toSeconds(silentNs);
            listener.onEvent(
                    "SILENCE",
                    (awaitedBytes < 0
                                    ? "no data transferred"
                                    : lost
                                            ? "the server cannot be reached, and has said nothing"
                                            : "the server has not finished what it was sent")
                            + " for " + seconds + " s; reconnecting");
            expectAnswerFromNow();
            cut();
        } else if (awaitedBytes >= 0 && !awaiting && silentNs > AWAITING_NS) {
            awaiting = true;
            listener.onEvent(
                    "SERVER_FINISHING",
                    (isAllThere(progress)
                                    ? "all data are sent; waiting for the server to finish"
                                    : "waiting for the server's answer to what it was sent")
                            + ", for up to "
                            + TimeUnit.NANOSECONDS.toMinutes(limitNs(awaitedBytes)) + " minutes");
        }
    }

    private void expectAnswerFromNow() {
        awaiting = false;
        reachable = null;
        doubted = false;
        nextAskedNs = ASKING_NS;
    }

    /** Whether a server that owes an answer was looked for in vain twice: what it was sent is then lost on the line. */
    private boolean isLost(Store target, long silentNs) {
        FutureTask<Boolean> asked = reachable;
        if (asked == null && silentNs > nextAskedNs) {
            nextAskedNs = silentNs + SILENCE_LIMIT_NS;
            FutureTask<Boolean> next = new FutureTask<>(target::isReachable);
            reachable = next;
            Thread.ofVirtual().name("waybill-reachable").start(next);
        } else if (asked != null && asked.isDone()) {
            reachable = null;
            boolean unanswered = asked.state() == Future.State.SUCCESS && !asked.resultNow();
            boolean lost = unanswered && doubted;
            doubted = unanswered;
            if (unanswered) {
                nextAskedNs -= SILENCE_LIMIT_NS - ASKING_AGAIN_NS;
            }
            return lost;
        }
        return false;
    }

    /** @param awaitedBytes as of {@link TransferMeter#awaitedBytes} */
    private long limitNs(long awaitedBytes) {
        return meter.isUnseen()
                ? UNSEEN_LIMIT_NS
                : awaitedBytes < 0
                        ? SILENCE_LIMIT_NS
                        : ANSWER_LIMIT_NS
                                + Math.min(UNSEEN_LIMIT_NS / ANSWER_NS_PER_BYTE, awaitedBytes) * ANSWER_NS_PER_BYTE;
    }

    private static boolean isAllThere(TransferListener.Progress now) {
        return now.bytesDone() >= now.totalBytes();
    }

    /** A file that is finished is not the end where more is to come, of it in parts or of other files. */
    private TransferListener.Progress shown(TransferListener.Progress now) {
        Phase phase = now.phase();
        if (!isAllThere(now)) {
            phase = phase == Phase.FINISHING ? Phase.MOVING : phase;
        } else if (awaiting) {
            phase = Phase.FINISHING;
        }
        return new TransferListener.Progress(
                phase,
                now.bytesDone(),
                now.totalBytes(),
                now.filesDone(),
                now.totalFiles(),
                now.name(),
                now.resumedBytes());
    }

    private static TransferException unwrapped(Throwable cause) throws InterruptedException {
        return switch (cause) {
            case TransferException e -> e;
            case InterruptedException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(cause);
        };
    }

    private void cut() {
        ConnectionPair open = ends.get();
        if (open != null) {
            open.cut();
        }
    }
}
