package org.waybill.engine.gridftp.data;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A listening data port on a random number (RFC 2577, section 8) that takes connections only of peers it was told of
 * (section 4: a stolen data connection).
 */
public final class DataAcceptor implements AutoCloseable {
    private final ServerSocketChannel listener;
    private final Selector selector;
    private final Predicate<InetAddress> isExpected;
    private final Duration patience;

    private DataAcceptor(ServerSocketChannel listener, Predicate<InetAddress> isExpected, Duration patience)
            throws IOException {
        this.listener = listener;
        this.isExpected = isExpected;
        this.patience = patience;
        this.selector = Selector.open();
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /**
     * @param receiveBufferBytes SO_RCVBUF of the connections, 0 to leave the kernel's tuning on
     * @param patience how long to wait for a first connection
     */
    public static DataAcceptor open(InetAddress local, int receiveBufferBytes, Predicate<InetAddress> isExpected,
            Duration patience) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        if (receiveBufferBytes > 0) {
            listener.setOption(java.net.StandardSocketOptions.SO_RCVBUF, receiveBufferBytes);
        }
        listener.bind(new InetSocketAddress(local, 0), 64);
        return new DataAcceptor(listener, isExpected, patience);
    }

    public InetSocketAddress address() {
        try {
            return (InetSocketAddress) listener.getLocalAddress();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /**
     * The next connection, or null when {@code enough} holds. Between two connections of one transfer it waits as long
     * as the transfer lives; for the first one as long as its patience.
     */
    public @Nullable SocketChannel accept(BooleanSupplier enough) throws IOException {
        long deadlineNs = System.nanoTime() + patience.toNanos();
        while (!enough.getAsBoolean()) {
            if (!listener.isOpen()) {
                throw new IOException("the data port was closed");
            }
            SocketChannel channel = listener.isOpen() ? listener.accept() : null;
            if (channel == null) {
                awaitConnection(deadlineNs);
            } else if (isExpected.test(((InetSocketAddress) channel.getRemoteAddress()).getAddress())) {
                channel.configureBlocking(true);
                channel.setOption(java.net.StandardSocketOptions.TCP_NODELAY, true);
                accepted = true;
                return channel;
            } else {
                channel.close();
            }
        }
        return null;
    }

    private boolean accepted;

    private void awaitConnection(long deadlineNs) throws IOException {
        long leftMs = (deadlineNs - System.nanoTime()) / 1_000_000;
        if (leftMs <= 0 && !accepted) {
            throw new SocketTimeoutException("no data connection within " + patience.toSeconds() + " s");
        }
        try {
            selector.select(accepted ? 1_000 : Math.max(1, leftMs));
            selector.selectedKeys().clear();
        } catch (ClosedSelectorException e) {
            throw new IOException("the data port was closed", e);
        }
    }

    /** Makes a waiting {@link #accept} ask again whether it is enough. */
    public void wakeUp() {
        selector.wakeup();
    }

    @Override
    public void close() {
        try {
            listener.close();
            selector.close();
        } catch (IOException ignored) {
            // nothing is lost with a listener
        }
    }
}
