package org.waybill.engine.overlay;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Direct buffers, a fixed number: what a relay holds of its streams stays bounded, and off the heap. */
final class BufferPool {
    static final int BUFFER_BYTES = 128 << 10;

    private final int most;
    private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();
    private int made;

    BufferPool(int totalBytes) {
        most = Math.max(2, totalBytes / BUFFER_BYTES);
    }

    /** How many there are, in use or not. */
    int most() {
        return most;
    }

    /** A cleared buffer; null when all are in use. */
    synchronized @Nullable ByteBuffer take() {
        ByteBuffer buffer = free.poll();
        if (buffer == null && made < most) {
            made++;
            buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        }
        return buffer == null ? null : buffer.clear();
    }

    synchronized void give(ByteBuffer buffer) {
        free.push(buffer);
    }
}
