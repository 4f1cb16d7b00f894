package org.waybill.engine.gridftp.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where the bytes of one transfer go. Safe for use by several threads. */
public interface DataSink extends AutoCloseable {
    /** Accepts {@code bytes} that belong at {@code offset} of the file; blocks while the other side is slow. */
    void write(long offset, ByteBuffer bytes) throws IOException, InterruptedException;

    /**
     * Where one of several writers writes, each of whose blocks come in rising order, so that they stay in that order
     * on the connection they go over: a receiver that puts them in line again would wait for ever otherwise.
     *
     * @param writer 0, 1, 2, ...
     */
    default DataSink lane(int writer) {
        return this;
    }

    /** Notifies the other side that all has been written. */
    void finish() throws IOException;

    /** The ranges that are known to be stored, as restart markers list them ({@code 0-29,32-89}); empty if unknown. */
    default String ranges() {
        return "";
    }

    /** Sets the connections' send buffers while data flow; their size then, 0 where there are none. */
    default int sendBuffer(int bytes) throws IOException {
        return 0;
    }

    /** Closes the connections without telling that all is well. */
    @Override
    void close();
}
