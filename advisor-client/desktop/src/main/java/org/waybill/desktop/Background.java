package org.waybill.desktop;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import org.jspecify.annotations.Nullable;

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

    /** Work of which only the newest counts: to start another stops the one that runs. Used on the UI thread. */
    public final class Slot {
        private final BooleanProperty busy = new SimpleBooleanProperty(false);

        private @Nullable Future<?> running;
        private int runs;

        /** As {@link Background#run}, but that work which was cancelled reports nothing. */
        public <T> void run(Work<T> work, Consumer<T> onDone, Consumer<Exception> onFailure) {
            cancel();
            int mine = runs;
            busy.set(true);
            running = Background.this.run(
                    work,
                    outcome -> end(mine, () -> onDone.accept(outcome)),
                    e -> end(mine, () -> onFailure.accept(e)));
        }

        private void end(int mine, Runnable report) {
            if (mine == runs) {
                busy.set(false);
                report.run();
            }
        }

        public void cancel() {
            runs++;
            busy.set(false);
            Future<?> earlier = running;
            if (earlier != null) {
                earlier.cancel(true);
            }
        }

        /** Whether work is under way. */
        public ReadOnlyBooleanProperty busy() {
            return busy;
        }
    }

    public Slot slot() {
        return new Slot();
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
