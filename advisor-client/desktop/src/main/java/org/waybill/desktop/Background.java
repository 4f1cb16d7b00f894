package org.waybill.desktop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import javafx.application.Platform;

/** Work off the JavaFX thread, whose outcome comes back on it. */
public final class Background implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Something that takes its time and may fail. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws Exception;
    }

    /** Runs {@code work}; cancelling the future interrupts it, and then nobody hears of its end. */
    public <T> Future<?> run(Work<T> work, Consumer<T> onDone, Consumer<Exception> onFailure) {
        return threads.submit(() -> {
            try {
                T outcome = work.run();
                Platform.runLater(() -> onDone.accept(outcome));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                Platform.runLater(() -> onFailure.accept(e));
            } catch (Exception e) {
                Platform.runLater(() -> onFailure.accept(e));
            }
        });
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
