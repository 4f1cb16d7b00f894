package org.waybill.engine.mover.compare;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;

/** What is still to be asked of two ends, done by several threads with connections of their own, the newest first. */
final class WorkQueue {
    private final Deque<Task> waiting = new ArrayDeque<>();
    private int unfinished;
    private @Nullable TransferException failure;

    /** One question. */
    @FunctionalInterface
    interface Task {
        void run(StorePair ends) throws TransferException, InterruptedException;
    }

    synchronized void add(Task task) {
        unfinished++;
        waiting.push(task);
        notify();
    }

    /**
     * Returns when all is done.
     *
     * @param sessions at most so many threads; fewer where the far end refuses more connections
     */
    void run(StorePair first, int sessions) throws TransferException, InterruptedException {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = IntStream.range(0, sessions)
                    .<Future<?>>mapToObj(i -> executor.submit(() -> work(first, i == 0)))
                    .toList();
            try {
                for (Future<?> worker : running) {
                    worker.get();
                }
            } catch (ExecutionException e) {
                executor.shutdownNow();
                throw new IllegalStateException("a worker broke", e.getCause());
            } catch (InterruptedException e) {
                executor.shutdownNow();
                throw e;
            }
        }
        @Nullable TransferException why = failure();
        if (why != null) {
            throw why;
        }
    }

    private @Nullable Void work(StorePair first, boolean isFirst) throws InterruptedException {
        @Nullable Task task = next();
        if (task == null) {
            return null;
        }
        @Nullable StorePair ends = first;
        try {
            ends = isFirst ? first : more(first, task);
            while (ends != null && task != null) {
                try {
                    task.run(ends);
                } catch (TransferException e) {
                    fail(e);
                }
                done();
                task = next();
            }
        } finally {
            if (!isFirst && ends != null) {
                ends.closeUnless(first);
            }
        }
        return null;
    }

    /** Null where the far end takes no more connections: the task goes to who has one. */
    private @Nullable StorePair more(StorePair first, Task task) throws InterruptedException {
        try {
            return first.another();
        } catch (TransferException _) {
            synchronized (this) {
                waiting.push(task);
                notify();
            }
            return null;
        }
    }

    private synchronized @Nullable Task next() throws InterruptedException {
        while (waiting.isEmpty() && unfinished > 0 && failure == null) {
            wait();
        }
        return failure == null ? waiting.poll() : null;
    }

    private synchronized void done() {
        unfinished--;
        if (unfinished == 0) {
            notifyAll();
        }
    }

    private synchronized void fail(TransferException why) {
        failure = failure == null ? why : failure;
        notifyAll();
    }

    private synchronized @Nullable TransferException failure() {
        return failure;
    }
}
