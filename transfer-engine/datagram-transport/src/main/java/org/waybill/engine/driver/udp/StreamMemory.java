package org.waybill.engine.driver.udp;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory outside the heap streams may take together. It is counted here and not left to the JVM's limit
 * ({@code -XX:MaxDirectMemorySize}), which all that reads and writes files and sockets draws on as well. Thread-safe.
 */
public final class StreamMemory {
    /** For the transfers that this process begins: the JVM allows as much as the heap's size by default. */
    public static final StreamMemory OF_CLIENT =
            new StreamMemory(Runtime.getRuntime().maxMemory() / 4 * 3);

    /** What a stream's socket holds of batches, besides the stream's own buffer. */
    private static final long SOCKET_BYTES = 5L << 19;

    private final long limitBytes;
    private final AtomicLong takenBytes = new AtomicLong();

    public StreamMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Takes what a stream with such a buffer needs. */
    void take(long bufferBytes) throws StreamMemoryException {
        long bytes = bufferBytes + SOCKET_BYTES;
        if (takenBytes.addAndGet(bytes) > limitBytes) {
            takenBytes.addAndGet(-bytes);
            throw refusal(bufferBytes);
        }
    }

    static StreamMemoryException refusal(long bufferBytes) {
        return new StreamMemoryException("there is no memory left here for another data stream, which needs "
                + ((bufferBytes + SOCKET_BYTES) >> 20) + " MiB; try again when other transfers have ended");
    }

    /** Gives it back. */
    void give(long bufferBytes) {
        takenBytes.addAndGet(-bufferBytes - SOCKET_BYTES);
    }

    /** What is taken now. */
    public long takenBytes() {
        return takenBytes.get();
    }
}
