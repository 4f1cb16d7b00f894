package org.waybill.desktop;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Work off the user interface's thread, whose outcome comes back on it. */
public final class Background implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Executor ui;

    /** @param ui runs things on the user interface's thread: {@code Platform::runLater} */
    public Background(Executor ui) {
        this.ui = ui;
    }

    /** Something that takes its time and may fail. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws Exception;
    }

    /** Runs {@code work}; cancelling the future interrupts it, and its failure is then an InterruptedException. */
    public <T> Future<?> run(Work<T> work, Consumer<T> onDone, Consumer<Exception> onFailure) {
        return threads.submit(() -> {
            try {
                T outcome = work.run();
                tell(() -> onDone.accept(outcome));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                tell(() -> onFailure.accept(e));
            } catch (Exception e) {
                tell(() -> onFailure.accept(e));
            }
        });
    }

    /** What only the end of the window ended has neither been done nor failed. */
    private void tell(Runnable outcome) {
        ui.execute(() -> {
            if (!threads.isShutdown()) {
                outcome.run();
            }
        });
    }

    /** Runs something on the user interface's thread, soon. */
    public void onUi(Runnable change) {
        ui.execute(change);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
