package org.waybill.engine.storage;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Page-aligned buffers for writes that bypass the page cache; one per thread that writes at once. */
final class DirectBuffers {
    static final int ALIGNMENT = 4096;
    private static final int CAPACITY = PartialFile.BLOCK_BYTES;
    private static final ConcurrentLinkedQueue<ByteBuffer> FREE = new ConcurrentLinkedQueue<>();

    private DirectBuffers() {}

    static ByteBuffer take() {
        ByteBuffer buffer = FREE.poll();
        return buffer != null
                ? buffer.clear()
                : ByteBuffer.allocateDirect(CAPACITY + ALIGNMENT)
                        .alignedSlice(ALIGNMENT)
                        .limit(CAPACITY)
                        .slice();
    }

    static void give(ByteBuffer buffer) {
        FREE.add(buffer);
    }
}
