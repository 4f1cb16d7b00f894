package org.waybill.engine.gridftp.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One connection in stream mode: the end of the connection is the end of the file (RFC 959, section 3.4.1). */
public final class StreamSource implements DataSource {
    /**
     * One buffer a connection: system calls are rare, and 200 sessions take a few dozen MiB. The Grid Community Toolkit
     * sends blocks of this size, so they are passed on whole.
     */
    public static final int BUFFER_BYTES = 256 << 10;

    private final DataChannel channel;
    private final long startOffset;
    private final long mostBytes;
    private volatile long done;

    /**
     * @param startOffset where in the file the first byte belongs
     * @param mostBytes stop after these, {@link Long#MAX_VALUE} for all
     */
    public StreamSource(DataChannel channel, long startOffset, long mostBytes) {
        this.channel = channel;
        this.startOffset = startOffset;
        this.mostBytes = mostBytes;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread pumps, others only look
    public void pumpTo(DataSink sink) throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        while (done < mostBytes) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), mostBytes - done));
            int read = channel.read(buffer);
            if (read < 0) {
                return;
            }
            sink.write(startOffset + done, buffer.flip());
            done += read;
        }
    }

    @Override
    public int receiveBufferBytes() throws IOException {
        return channel.receiveBufferBytes();
    }

    /** Whether all requested bytes came. */
    public boolean hasAll() {
        return done >= mostBytes;
    }

    @Override
    public void close() {
        channel.close();
    }
}
