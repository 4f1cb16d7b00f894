package org.waybill.engine.mover;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that share one piece of work. */
public final class Workers {
    private Workers() {}

    /** What one of them does. */
    @FunctionalInterface
    public interface Work {
        void run(boolean isFirst) throws InterruptedException;
    }

    /** Returns when all have returned; ends them when the caller is interrupted or one of them breaks. */
    public static void run(int count, Work work) throws InterruptedException {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                boolean isFirst = i == 0;
                running.add(executor.submit(() -> {
                    work.run(isFirst);
                    return true;
                }));
            }
            try {
                for (Future<?> worker : running) {
                    worker.get();
                }
            } catch (ExecutionException e) {
                executor.shutdownNow();
                throw new IllegalStateException("a worker thread failed", e.getCause());
            } catch (InterruptedException e) {
                executor.shutdownNow();
                throw e;
            }
        }
    }
}
