package org.waybill.engine.driver.udp;

import java.nio.ByteBuffer;

/** A ring of bytes addressed by their offset in an endless stream. Not thread-safe. */
final class StreamBuffer {
    private final ByteBuffer ring;
    private final int capacity;

    StreamBuffer(int capacity) {
        this.capacity = capacity;
        ring = ByteBuffer.allocateDirect(capacity);
    }

    int capacity() {
        return capacity;
    }

    /** Stores bytes at their offset; the caller sees to it that nothing still needed is there. */
    void put(long offset, ByteBuffer bytes) {
        long to = offset;
        while (bytes.hasRemaining()) {
            int at = (int) (to % capacity);
            int length = Math.min(bytes.remaining(), capacity - at);
            ring.put(at, bytes, bytes.position(), length);
            bytes.position(bytes.position() + length);
            to += length;
        }
    }

    /** Copies {@code length} bytes out. */
    void get(long offset, ByteBuffer into, int length) {
        long from = offset;
        int left = length;
        while (left > 0) {
            int at = (int) (from % capacity);
            int part = Math.min(left, capacity - at);
            into.put(into.position(), ring, at, part);
            into.position(into.position() + part);
            from += part;
            left -= part;
        }
    }
}
