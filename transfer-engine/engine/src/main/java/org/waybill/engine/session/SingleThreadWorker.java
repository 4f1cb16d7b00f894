package org.waybill.engine.session;

import java.util.concurrent.LinkedBlockingQueue;

/** One thread that does what it is given, in order. The givers bound the queue: each task holds a block of a pool. */
public final class SingleThreadWorker {
    private final LinkedBlockingQueue<SessionTask> tasks = new LinkedBlockingQueue<>();
    private volatile boolean ended;

    public void start(String name, SessionOutcome outcome, SessionScope scope) {
        outcome.whenEnded(() -> {
            ended = true;
            tasks.add(() -> {});
        });
        scope.start(name, () -> {
            while (!ended) {
                tasks.take().run();
            }
        });
    }

    /** Has it done; not after the end, when nothing is taken and a peer may still have much to say. */
    public void submit(SessionTask task) {
        if (!ended) {
            tasks.add(task);
        }
    }
}
