package org.waybill.engine;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Starts writing a file back while its data still come in, so that the sync at the end finds little to do and a slow
 * disk works at the same time as the network. Only for writes that go through the page cache.
 */
public final class BackgroundFlush {
    private static final long FLUSH_EVERY_BYTES = 32L << 20;

    /** Waits until what was written so far is on the disk. */
    @FunctionalInterface
    public interface Sync {
        void sync() throws IOException;
    }

    private final Sync file;
    private long unflushedBytes;
    private @Nullable Thread running;
    private @Nullable IOException failure;

    public BackgroundFlush(Sync file) {
        this.file = file;
    }

    /** Counts what was written, and begins a flush where it is due and none is under way. */
    public synchronized void wrote(long bytes) {
        unflushedBytes += bytes;
        if (unflushedBytes >= FLUSH_EVERY_BYTES && (running == null || !running.isAlive()) && failure == null) {
            unflushedBytes = 0;
            running = Thread.ofPlatform().name("flush").daemon().start(this::flush);
        }
    }

    private void flush() {
        try {
            file.sync();
        } catch (IOException e) {
            // the kernel reports a failed write once per descriptor: lost here, the final sync would claim success
            synchronized (this) {
                failure = e;
            }
        }
    }

    /**
     * Waits for a flush under way.
     *
     * @throws IOException what any of them met; {@link ClosedByInterruptException} if this thread is interrupted
     */
    public void finish() throws IOException {
        Thread last;
        synchronized (this) {
            last = running;
        }
        if (last != null) {
            try {
                last.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ClosedByInterruptException();
            }
        }
        synchronized (this) {
            if (failure != null) {
                throw failure;
            }
        }
    }
}
