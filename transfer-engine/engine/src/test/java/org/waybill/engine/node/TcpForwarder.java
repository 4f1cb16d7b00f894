package org.waybill.engine.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Forwards TCP to a node on loopback, so that a test can cut connections without ending either side. */
public final class TcpForwarder implements AutoCloseable {
    private final ServerSocketChannel listener;
    private final InetSocketAddress target;
    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();
    private final Set<SocketChannel> swallowed = ConcurrentHashMap.newKeySet();
    private final AtomicLong carried = new AtomicLong();
    /** Remote sides of which the local one was closed: the node hears nothing of that. */
    private final Set<SocketChannel> kept = ConcurrentHashMap.newKeySet();

    private volatile long cutNearAfter = Long.MAX_VALUE;
    private volatile double mostBytesPerSecond;
    private final AtomicLong alterAfter = new AtomicLong(Long.MAX_VALUE);

    public TcpForwarder(InetSocketAddress target) throws IOException {
        this.target = target;
        this.listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listener.socket().getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel near = listener.accept();
                SocketChannel far = SocketChannel.open(target);
                open.addAll(List.of(near, far));
                Thread.ofVirtual().start(() -> copy(near, far, far));
                Thread.ofVirtual().start(() -> copy(far, near, far));
            }
        } catch (IOException ignored) {
            // closed: the test is over
        }
    }

    private void copy(SocketChannel from, SocketChannel to, SocketChannel far) {
        ByteBuffer buffer = ByteBuffer.allocate(64 << 10);
        try {
            while (from.read(buffer.clear()) >= 0) {
                buffer.flip();
                long soFar = carried.addAndGet(buffer.remaining());
                // a long read is of a data connection
                if (buffer.remaining() > 1000
                        && soFar > alterAfter.get()
                        && alterAfter.getAndSet(Long.MAX_VALUE) != Long.MAX_VALUE) {
                    buffer.put(500, (byte) (buffer.get(500) ^ 4));
                }
                if (soFar > cutNearAfter) {
                    cutNearAfter = Long.MAX_VALUE;
                    cutNear();
                }
                double rate = mostBytesPerSecond;
                if (rate > 0) {
                    LockSupport.parkNanos((long) (1e9 * buffer.remaining() / rate));
                }
                while (buffer.hasRemaining() && !swallowed.contains(from)) {
                    to.write(buffer);
                }
            }
        } catch (IOException ignored) {
            // cut: that is what it is for
        } finally {
            if (!kept.contains(far)) {
                close(from);
                close(to);
            }
        }
    }

    /** From now on no connection carries more in a direction, but for what the sockets' buffers take. */
    public void slow(double bytesPerSecond) {
        mostBytesPerSecond = bytesPerSecond;
    }

    /** Bytes that went through, in both directions. */
    public long carriedBytes() {
        return carried.get();
    }

    /** How many connections there were so far. */
    public int connections() {
        return open.size() / 2;
    }

    /** From now on what is sent on the n-th connection, counted from 0, arrives nowhere. */
    public void swallow(int connection) {
        swallowed.add(open.get(2 * connection));
    }

    /** From now on nothing that is sent on any connection arrives, and none is closed. */
    public void swallowAll() {
        swallowed.addAll(open);
        kept.addAll(open);
    }

    /** Cuts the n-th connection, counted from 0. */
    public void cut(int connection) {
        close(open.get(2 * connection));
        close(open.get(2 * connection + 1));
    }

    public void cutAll() {
        open.forEach(TcpForwarder::close);
    }

    /** Resets all connections, as a killed process' kernel does where something is unread. */
    public void resetAll() {
        for (SocketChannel channel : open) {
            try {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException e) {
                // it is closed
            }
            close(channel);
        }
    }

    /** Closes all connections towards the client and keeps those to the node open, which hears no more. */
    public void cutNear() {
        for (int i = 0; i < open.size(); i += 2) {
            if (open.get(i).isOpen()) {
                kept.add(open.get(i + 1));
                close(open.get(i));
            }
        }
    }

    /** The same, once, when a number of bytes more have been carried. */
    public void cutNearAfter(long bytes) {
        cutNearAfter = carried.get() + bytes;
    }

    /** One bit of what is carried on a data connection is altered, once, when a number of bytes have been carried. */
    public void alterAfter(long bytes) {
        alterAfter.set(bytes);
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cutAll();
    }
}
