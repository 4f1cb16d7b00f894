package org.waybill.engine.session.streams;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.driver.udp.DatagramStream;

/** A stream to the node or to a relay that can be slowed down while it is in use, in both directions. */
public final class PacedChannel implements ByteChannel {
    private static final int PIECE_BYTES = 64 << 10;
    private static final long LONGEST_NAP_NANOS = 200_000_000;

    private final ByteChannel channel;
    private final int stream;
    private volatile long bytesPerSecond;
    private long nextNanos = System.nanoTime();

    public PacedChannel(ByteChannel channel, int stream) {
        this.channel = channel;
        this.stream = stream;
    }

    /** Its number in the session. */
    public int stream() {
        return stream;
    }

    /** The TCP connection that it is; null for one by datagrams. */
    public @Nullable SocketChannel socket() {
        return channel instanceof SocketChannel socket ? socket : null;
    }

    /** The stream of datagrams that it is; null for a TCP connection. */
    @Nullable
    DatagramStream datagrams() {
        return channel instanceof DatagramStream stream ? stream : null;
    }

    /** From now on at most so fast; 0 for as fast as it goes. */
    public void pace(long newBytesPerSecond) {
        bytesPerSecond = newBytesPerSecond;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (bytesPerSecond == 0) {
            return channel.read(into);
        }
        int limit = into.limit();
        into.limit(Math.min(limit, into.position() + PIECE_BYTES));
        try {
            int count = channel.read(into);
            delay(Math.max(0, count));
            return count;
        } finally {
            into.limit(limit);
        }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        if (bytesPerSecond == 0) {
            return channel.write(from);
        }
        int limit = from.limit();
        from.limit(Math.min(limit, from.position() + PIECE_BYTES));
        try {
            int count = channel.write(from);
            delay(count);
            return count;
        } finally {
            from.limit(limit);
        }
    }

    /** Sleeps in short naps, so that a new pace or the end counts at once. */
    private void delay(int bytes) throws IOException {
        long nowNanos = System.nanoTime();
        if (nextNanos - nowNanos < 0) {
            nextNanos = nowNanos;
        }
        long pace = bytesPerSecond;
        nextNanos += pace == 0 ? 0 : (long) (bytes * 1e9 / pace);
        while (bytesPerSecond != 0 && channel.isOpen() && nextNanos - System.nanoTime() > 0) {
            LockSupport.parkNanos(Math.min(LONGEST_NAP_NANOS, nextNanos - System.nanoTime()));
            if (Thread.interrupted()) {
                throw new InterruptedIOException();
            }
        }
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
