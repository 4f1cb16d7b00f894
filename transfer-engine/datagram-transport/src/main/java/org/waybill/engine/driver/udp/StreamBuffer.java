package org.waybill.engine.driver.udp;

import java.nio.ByteBuffer;

/**
 * A ring of bytes outside the heap, addressed by their offset in an endless stream. It has two sides, one that puts and
 * one that gets; each sees to it that it does not touch the ring after it has left. Otherwise not thread-safe.
 */
final class StreamBuffer {
    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private final int capacity;
    private final Runnable whenFree;
    /** Let go of as soon as it is unused, however long the stream's object is kept: the JVM takes it back then. */
    private ByteBuffer ring;

    private int sides = 2;

    /** @param whenFree runs once both sides have left */
    StreamBuffer(int capacity, Runnable whenFree) {
        this.capacity = capacity;
        this.whenFree = whenFree;
        ring = ByteBuffer.allocateDirect(capacity);
    }

    int capacity() {
        return capacity;
    }

    /** One side is done with the ring. */
    synchronized void leave() {
        if (--sides == 0) {
            ring = NONE;
            whenFree.run();
        }
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
