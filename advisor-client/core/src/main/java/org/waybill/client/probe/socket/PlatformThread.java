package org.waybill.client.probe.socket;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Runs work that waits in system calls on a thread of its own, since it would hold a virtual thread's carrier. */
public final class PlatformThread {
    /** Work that may fail as sockets do. */
    @FunctionalInterface
    public interface Work<T> {
        /** Does it. */
        T run() throws IOException, InterruptedException;
    }

    private PlatformThread() {}

    /** Runs the work to its end; an interrupt of the caller interrupts it. */
    public static <T> T call(String name, Work<T> work) throws IOException, InterruptedException {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                result.complete(work.run());
            } catch (IOException | InterruptedException | RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
        try {
            return result.get();
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException cause -> throw cause;
                case InterruptedException cause -> throw cause;
                case RuntimeException cause -> throw cause;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        }
    }
}
