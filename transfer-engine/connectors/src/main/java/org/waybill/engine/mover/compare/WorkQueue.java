package org.waybill.engine.mover.compare;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Workers;
import org.waybill.engine.mover.store.ConnectionPair;

/**
 * What is still to be asked of two endpoints, done by several threads with connections of their own, the newest first.
 */
final class WorkQueue {
    private final Deque<Task> waiting = new ArrayDeque<>();
    private int unfinished;
    private @Nullable TransferException failure;

    /** One question. */
    @FunctionalInterface
    interface Task {
        void run(ConnectionPair ends) throws TransferException, InterruptedException;
    }

    synchronized void add(Task task) {
        unfinished++;
        waiting.push(task);
        notify();
    }

    /**
     * Returns when all is done.
     *
     * @param sessions the number of threads at most; fewer where the remote host refuses more connections
     */
    void run(ConnectionPair first, int sessions) throws TransferException, InterruptedException {
        Workers.run(sessions, isFirst -> work(first, isFirst));
        @Nullable TransferException why = failure();
        if (why != null) {
            throw why;
        }
    }

    private void work(ConnectionPair first, boolean isFirst) throws InterruptedException {
        @Nullable Task task = next();
        @Nullable ConnectionPair ends = task == null || isFirst ? first : more(first, task);
        try {
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
            if (ends != null && ends != first) {
                ends.close();
            }
        }
    }

    /** Null where the server accepts no more connections: the task goes to a worker that has one. */
    private @Nullable ConnectionPair more(ConnectionPair first, Task task) throws InterruptedException {
        try {
            return first.more();
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
