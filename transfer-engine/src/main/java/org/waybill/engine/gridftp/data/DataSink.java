package org.waybill.engine.gridftp.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where the bytes of one transfer go. Safe for use by several threads. */
public interface DataSink extends AutoCloseable {
    /** Accepts {@code bytes} that belong at {@code offset} of the file; blocks while the other side is slow. */
    void write(long offset, ByteBuffer bytes) throws IOException, InterruptedException;

    /** Tells the other side that all has been written. */
    void finish() throws IOException;

    /** Closes the connections without telling that all is well. */
    @Override
    void close();
}
