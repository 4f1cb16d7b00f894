package org.waybill.engine.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where a receiver writes. Each byte is written once, in any order. Channels of one transfer may write at once. */
public interface DataSink {
    void write(long offset, ByteBuffer data) throws IOException;

    /** Data at or above this offset cannot be taken yet; {@link Long#MAX_VALUE} for a file. */
    default long limitBytes() {
        return Long.MAX_VALUE;
    }
}
