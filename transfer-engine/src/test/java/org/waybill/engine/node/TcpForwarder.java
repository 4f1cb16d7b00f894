package org.waybill.engine.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Forwards TCP to a node on loopback, so that a test can cut connections without ending either side. */
public final class TcpForwarder implements AutoCloseable {
    private final ServerSocketChannel listener;
    private final InetSocketAddress target;
    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();
    private final Set<SocketChannel> swallowed = ConcurrentHashMap.newKeySet();

    public TcpForwarder(InetSocketAddress target) throws IOException {
        this.target = target;
        this.listener = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
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
                Thread.ofVirtual().start(() -> copy(near, far));
                Thread.ofVirtual().start(() -> copy(far, near));
            }
        } catch (IOException ignored) {
            // closed: the test is over
        }
    }

    private void copy(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 10);
        try (from; to) {
            while (from.read(buffer.clear()) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining() && !swallowed.contains(from)) {
                    to.write(buffer);
                }
            }
        } catch (IOException ignored) {
            // cut: that is what it is for
        }
    }

    /** How many connections there were so far. */
    public int connections() {
        return open.size() / 2;
    }

    /** From now on what is sent on the n-th connection, counted from 0, arrives nowhere. */
    public void swallow(int connection) {
        swallowed.add(open.get(2 * connection));
    }

    /** Cuts the n-th connection, counted from 0. */
    public void cut(int connection) {
        close(open.get(2 * connection));
        close(open.get(2 * connection + 1));
    }

    public void cutAll() {
        open.forEach(TcpForwarder::close);
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
