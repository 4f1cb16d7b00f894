package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.waybill.engine.transport.DataSink;

/**
 * A file that is being received. Datagrams that follow each other are written together; several such runs are kept, one
 * for fresh data of each channel and some for what is sent again. {@link #flush} before the file is read.
 */
public final class FileDataSink implements DataSink {
    private static final int RUNS = 8;
    private static final int RUN_BYTES = 128 * 1024;

    private final FileChannel channel;
    private final ByteBuffer[] runs = new ByteBuffer[RUNS];
    private final long[] starts = new long[RUNS];
    private final long[] usedAt = new long[RUNS];
    private long clock;

    /** @param channel open for writing; the caller closes it */
    public FileDataSink(FileChannel channel) {
        this.channel = channel;
        for (int i = 0; i < RUNS; i++) {
            runs[i] = ByteBuffer.allocateDirect(RUN_BYTES);
        }
    }

    @Override
    public synchronized void write(long offset, ByteBuffer data) throws IOException {
        int run = runEndingAt(offset);
        if (runs[run].remaining() < data.remaining()) {
            flush(run);
            starts[run] = offset;
        }
        if (data.remaining() > RUN_BYTES) {
            writeFully(offset, data);
            starts[run] = offset + data.remaining();
            return;
        }
        runs[run].put(data);
        usedAt[run] = ++clock;
    }

    /** The run that the data continues, or else the one idle for longest, emptied. */
    private int runEndingAt(long offset) throws IOException {
        int oldest = 0;
        for (int i = 0; i < RUNS; i++) {
            if (runs[i].position() > 0 && starts[i] + runs[i].position() == offset) {
                return i;
            }
            if (usedAt[i] < usedAt[oldest]) {
                oldest = i;
            }
        }
        flush(oldest);
        starts[oldest] = offset;
        return oldest;
    }

    private void flush(int run) throws IOException {
        writeFully(starts[run], runs[run].flip());
        runs[run].clear();
    }

    private void writeFully(long offset, ByteBuffer data) throws IOException {
        long at = offset;
        while (data.hasRemaining()) {
            at += channel.write(data, at);
        }
    }

    /** Writes out what has been gathered. */
    public synchronized void flush() throws IOException {
        for (int i = 0; i < RUNS; i++) {
            flush(i);
        }
    }
}
