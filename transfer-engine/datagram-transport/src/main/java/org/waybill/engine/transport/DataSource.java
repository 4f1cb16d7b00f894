package org.waybill.engine.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where a sender reads: a file at random, or a live stream of which a bounded part is kept until it is delivered. */
public interface DataSource {
    /** Reads exactly {@code into.remaining()} bytes, all of which are below {@link #availableBytes}. */
    void read(long offset, ByteBuffer into) throws IOException;

    /** Data below this offset can be read now; the total for a file. */
    long availableBytes();

    /** The total length, or -1 while a stream has not ended. */
    long totalBytes();

    /** The peer has everything below this offset. */
    default void release(long belowOffset) {}
}
