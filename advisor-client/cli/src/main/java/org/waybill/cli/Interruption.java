package org.waybill.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.waybill.engine.Reason;

/**
 * Ctrl-C: the command's thread is interrupted and given time to keep its state and to say how to resume; then the
 * process ends, with 130 as shells expect.
 */
final class Interruption {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private Interruption() {}

    /** Runs {@code command} on the calling thread and returns its exit code. */
    static int guard(IntSupplier command) {
        Thread worker = Thread.currentThread();
        CountDownLatch done = new CountDownLatch(1);
        Thread hook = new Thread(
                () -> {
                    worker.interrupt();
                    try {
                        done.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "interruption");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException beforeItBegan) {
            return Reason.INTERRUPTED.exitCode();
        }
        try {
            int code = command.getAsInt();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException _) {
                // it is shutting down already
            }
            return code;
        } finally {
            done.countDown();
        }
    }
}
