package org.waybill.engine.session;

import java.util.concurrent.LinkedBlockingQueue;

/** One thread that does what it is given, in order. The givers bound the queue: each task holds a block of a pool. */
final class Worker {
    private final LinkedBlockingQueue<Part> tasks = new LinkedBlockingQueue<>();
    private volatile boolean ended;

    void start(String name, Outcome outcome, Failures failures) {
        Thread thread = Thread.ofPlatform().name(name).daemon().unstarted(() -> failures.run(() -> {
            while (!ended) {
                tasks.take().run();
            }
        }));
        outcome.whenEnded(() -> {
            ended = true;
            tasks.add(() -> { });
        });
        thread.start();
    }

    void submit(Part task) {
        tasks.add(task);
    }
}
