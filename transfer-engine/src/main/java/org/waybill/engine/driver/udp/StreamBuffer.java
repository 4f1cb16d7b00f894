package org.waybill.engine.driver.udp;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;

/**
 * A ring of bytes outside the heap, addressed by their offset in an endless stream. It has two sides, one that puts and
 * one that gets; each sees to it that it does not touch the ring after it has left. Otherwise not thread-safe.
 */
final class StreamBuffer {
    private final Arena arena = Arena.ofShared();
    private final ByteBuffer ring;
    private final int capacity;
    private final Runnable whenFree;
    private int sides = 2;

    /** @param whenFree runs once the memory has been given back */
    StreamBuffer(int capacity, Runnable whenFree) {
        this.capacity = capacity;
        this.whenFree = whenFree;
        ring = arena.allocate(capacity).asByteBuffer();
    }

    int capacity() {
        return capacity;
    }

    /** One side is done with the ring. After the second the memory is free, however long this object is kept. */
    synchronized void leave() {
        if (--sides == 0) {
            arena.close();
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
