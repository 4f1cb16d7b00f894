package org.waybill.engine.mover.sftp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;

/**
 * Writes the files of one channel. JSch swallows an interrupt while it waits for the server's window, so the thread that
 * may be interrupted only awaits this one, and closes the channel. The thread lives as long as the channel: JSch's pipe
 * breaks where its last reader has ended.
 */
final class WriterThread implements AutoCloseable {
    private static final long GRACE_MILLIS = 500;

    private @Nullable ExecutorService thread;

    /** What writes a file. */
    @FunctionalInterface
    interface Writing {
        void run() throws IOException, TransferException;
    }

    /**
     * Runs it to its end.
     *
     * @param cut closes the channel, so that what waits for it fails
     * @throws InterruptedIOException if the caller is interrupted, whose status is kept
     */
    void run(Writing writing, Runnable cut) throws IOException, TransferException {
        ExecutorService writer = thread();
        Future<Boolean> written;
        try {
            written = writer.submit(() -> {
                writing.run();
                return true;
            });
        } catch (RejectedExecutionException e) {
            throw new IOException("the channel was closed", e);
        }
        try {
            boolean _ = written.get();
        } catch (InterruptedException _) {
            writer.shutdownNow(); // first: what waits for the socket holds what closes the channel
            cut.run();
            end(writer);
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException cause -> throw cause;
                case TransferException cause -> throw cause;
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    private synchronized ExecutorService thread() {
        ExecutorService known = thread;
        if (known == null) {
            known = Executors.newSingleThreadExecutor(
                    Thread.ofVirtual().name("sftp-writer").factory());
            thread = known;
        }
        return known;
    }

    /** So that it no longer reads from a source that is used for something else now; the next write has another one. */
    private void end(ExecutorService writer) {
        synchronized (this) {
            thread = null;
        }
        try {
            boolean _ = writer.awaitTermination(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            // again: it is left behind
        }
        Thread.currentThread().interrupt();
    }

    @Override
    public synchronized void close() {
        if (thread != null) {
            thread.shutdown();
            thread = null;
        }
    }
}
