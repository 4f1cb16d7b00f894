package org.waybill.engine.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** How a session ends: once, for the first reason that any of its threads gives. Ending runs what was registered. */
public final class SessionOutcome {
    /** Decided first, so that what runs at the end can see how it ended; waiters continue only afterwards. */
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private final CompletableFuture<Void> settled = new CompletableFuture<>();
    private final CopyOnWriteArrayList<Runnable> atEnd = new CopyOnWriteArrayList<>();

    /** Runs when the session ends, at once if it has ended; must not block. */
    public void whenEnded(Runnable action) {
        atEnd.add(action);
        if (end.isDone() && atEnd.remove(action)) {
            action.run();
        }
    }

    public void succeed() {
        if (end.complete(null)) {
            runAll();
        }
    }

    /** False if the session had ended already. */
    public boolean fail(TransferException reason) {
        boolean first = end.completeExceptionally(reason);
        if (first) {
            runAll();
        }
        return first;
    }

    private void runAll() {
        try {
            for (Runnable action : atEnd) {
                if (atEnd.remove(action)) {
                    action.run();
                }
            }
        } finally {
            settled.complete(null);
        }
    }

    public boolean isSuccess() {
        return end.isDone() && !end.isCompletedExceptionally();
    }

    public boolean isEnded() {
        return end.isDone();
    }

    public @Nullable TransferException failure() {
        Throwable thrown = end.isCompletedExceptionally() ? end.exceptionNow() : null;
        return thrown == null ? null : asTransferException(thrown);
    }

    public void await() throws TransferException, InterruptedException {
        await(Long.MAX_VALUE);
    }

    /** Waits so long for an end of either kind. */
    public boolean endsWithin(long millis) throws InterruptedException {
        try {
            return await(millis);
        } catch (TransferException _) {
            return true;
        }
    }

    /** Waits so long; true when the end has come and was a good one. */
    public boolean await(long millis) throws TransferException, InterruptedException {
        try {
            settled.get(millis, TimeUnit.MILLISECONDS);
            end.get();
            return true;
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException e) {
            throw asTransferException(e.getCause() == null ? e : e.getCause());
        }
    }

    private static TransferException asTransferException(Throwable thrown) {
        return thrown instanceof TransferException known
                ? known
                : new TransferException(Reason.INTERNAL, "unexpected: " + thrown, thrown);
    }
}
