package org.waybill.engine.gridftp.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One connection in stream mode. Blocks that come early (from several connections in extended block mode) wait for
 * their turn: each connection delivers its own blocks in rising order, so the block that is needed next is always at
 * the head of one of them and nothing needs to be stored.
 */
public final class StreamSink implements DataSink {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final DataChannel channel;
    private long nextOffset;
    private boolean closed;

    /** @param startOffset where in the file the first byte belongs */
    public StreamSink(DataChannel channel, long startOffset) {
        this.channel = channel;
        this.nextOffset = startOffset;
    }

    @Override
    public synchronized void write(long offset, ByteBuffer bytes) throws IOException, InterruptedException {
        while (offset > nextOffset && !closed) {
            wait();
        }
        if (closed) {
            throw new IOException("the data connection was closed");
        }
        if (offset < nextOffset) {
            throw new IOException("offset " + offset + " came after " + nextOffset + ", which a stream cannot undo");
        }
        int length = bytes.remaining();
        channel.write(NOTHING.duplicate(), bytes);
        nextOffset += length;
        notifyAll();
    }

    @Override
    public void finish() throws IOException {
        channel.endOutput();
        channel.close();
    }

    @Override
    public int sendBuffer(int bytes) throws IOException {
        return channel.sendBuffer(bytes);
    }

    @Override
    public void close() {
        channel.close();
        synchronized (this) {
            closed = true;
            notifyAll();
        }
    }
}
