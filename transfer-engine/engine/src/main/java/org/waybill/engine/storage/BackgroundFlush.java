package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Starts writing back while data still come in, so that the sync at the end finds little to do. Only for writes that go
 * through the page cache.
 */
final class BackgroundFlush {
    private final FileChannel channel;
    private final long everyBytes;

    private long unflushedBytes;
    private @Nullable Thread running;
    private @Nullable IOException failure;

    BackgroundFlush(FileChannel channel, long everyBytes) {
        this.channel = channel;
        this.everyBytes = everyBytes;
    }

    synchronized void wrote(int bytes) {
        unflushedBytes += bytes;
        if (unflushedBytes >= everyBytes && (running == null || !running.isAlive()) && failure == null) {
            unflushedBytes = 0;
            running = Thread.ofPlatform().name("flush").daemon().start(this::flush);
        }
    }

    private void flush() {
        try {
            channel.force(false);
        } catch (IOException e) {
            // the kernel reports a failed write once per descriptor: lost here, the final sync would claim success
            synchronized (this) {
                failure = e;
            }
        }
    }

    /** Waits for a flush under way and reports what any of them met. */
    void finish() throws IOException {
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
