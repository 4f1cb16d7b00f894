package org.waybill.client.livediscovery;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reports to a listener what is being found out, lets single looks be skipped, and remembers what was found, so that
 * advice on a changed wish ("what if") asks the network nothing again, and one probe can be repeated by itself. The
 * listener is called on any thread. One instance serves one pair of endpoints; may be used by many threads.
 */
public final class LiveDiscovery {
    private static final Object SKIP = new Object();

    private final Consumer<ProbeTaskUpdate> listener;
    private final Map<String, Remembered> memory = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Object>> running = new ConcurrentHashMap<>();

    public LiveDiscovery(Consumer<ProbeTaskUpdate> listener) {
        this.listener = listener;
    }

    private record Remembered(Object outcome, ProbeTaskUpdate seen) {}

    /** A question that takes its time; {@code X} is TransferException or unchecked. */
    @FunctionalInterface
    interface Work<T, X extends Exception> {
        T run() throws X, InterruptedException;
    }

    /** Ends a running task as if it had found nothing; returns whether there was one. */
    public boolean skip(String key) {
        CompletableFuture<Object> outcome = running.get(key);
        return outcome != null && outcome.complete(SKIP);
    }

    /** Forgets what was found, so that the next advice probes again. */
    public void forget(String key) {
        memory.remove(key);
    }

    /** Forgets everything. */
    public void forgetAll() {
        memory.clear();
    }

    <T, X extends Exception> T run(ProbeTask task, Work<T, X> work, T nothing, Function<T, DiscoveryItem> describe)
            throws X, InterruptedException {
        Remembered known = memory.get(task.key());
        if (known != null) {
            listener.accept(known.seen());
            @SuppressWarnings("unchecked") // the key names the question, and so the type of its answer
            T outcome = (T) known.outcome();
            return outcome;
        }
        listener.accept(new ProbeTaskUpdate(task, ProbeTaskUpdate.State.RUNNING, null, null));
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        running.put(task.key(), outcome);
        Thread worker = Thread.ofVirtual().name("probe-" + task.kind()).start(() -> {
            try {
                outcome.complete(work.run());
            } catch (Exception | Error e) {
                outcome.completeExceptionally(e);
            }
        });
        try {
            Object value = outcome.get();
            @SuppressWarnings("unchecked") // completed by work.run() or by skip() alone
            T found = value == SKIP ? nothing : (T) value;
            return remember(task, found, value == SKIP, describe);
        } catch (ExecutionException e) {
            throw this.<X>failed(task, e.getCause());
        } finally {
            running.remove(task.key());
            worker.interrupt(); // skipped, or no one waits for it any more
        }
    }

    private <T> T remember(ProbeTask task, T found, boolean skipped, Function<T, DiscoveryItem> describe) {
        DiscoveryItem finding = skipped ? DiscoveryItem.nothing("skipped") : describe.apply(found);
        ProbeTaskUpdate.State state = skipped
                ? ProbeTaskUpdate.State.SKIPPED
                : finding.found() ? ProbeTaskUpdate.State.FOUND : ProbeTaskUpdate.State.NOTHING;
        ProbeTaskUpdate seen = new ProbeTaskUpdate(task, state, finding, found);
        memory.put(task.key(), new Remembered(found, seen));
        listener.accept(seen);
        return found;
    }

    private <X extends Exception> X failed(ProbeTask task, @Nullable Throwable cause) throws InterruptedException {
        listener.accept(new ProbeTaskUpdate(
                task,
                ProbeTaskUpdate.State.FAILED,
                DiscoveryItem.nothing(cause == null ? "failed" : String.valueOf(cause.getMessage())),
                null));
        switch (cause) {
            case InterruptedException interrupted -> throw interrupted;
            case RuntimeException unexpected -> throw unexpected;
            case Exception thrown -> {
                @SuppressWarnings("unchecked") // by work.run()
                X known = (X) thrown;
                return known;
            }
            case null, default -> throw new IllegalStateException("cannot probe " + task.subject(), cause);
        }
    }
}
