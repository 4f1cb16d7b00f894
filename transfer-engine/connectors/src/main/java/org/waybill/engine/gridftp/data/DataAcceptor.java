package org.waybill.engine.gridftp.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.driver.LargePackets;

/**
 * A listening data port on a random number (RFC 2577, section 8) that takes connections only of peers it knows
 * (section 4: a stolen data connection), and where data connections are authenticated, only those that were. It takes
 * all that come from the moment it is open and ends strangers' at once, so that they neither fill the kernel's queue
 * nor come before the peer; one that does not authenticate itself keeps no one out and does not end the transfer.
 */
public final class DataAcceptor implements AutoCloseable {
    /** More connections than any client opens. */
    public static final int MOST_CONNECTIONS = 64;

    private static final int BACKLOG = 512;
    private static final long LOOK_NS = 1_000_000_000;
    private static final long PAUSE_MILLIS = 100;

    private final ServerSocketChannel listener;
    private final Predicate<InetAddress> isExpected;
    private final Duration patience;
    /** Of the peer, before the transfer begins. */
    private final List<SocketChannel> early = new ArrayList<>();
    /** Being authenticated; the oldest first. */
    private final Set<SecuringChannel> unproved = new LinkedHashSet<>();
    /** For the transfer; nothing to have {@link #accept} look again. */
    private final BlockingQueue<Optional<DataChannel>> ready = new LinkedBlockingQueue<>();

    private DataChannel.@Nullable Security security;
    private String lastRefusal = "";
    private volatile long beganNs;
    private volatile boolean accepted;
    private boolean closed;

    private DataAcceptor(ServerSocketChannel listener, Predicate<InetAddress> isExpected, Duration patience) {
        this.listener = listener;
        this.isExpected = isExpected;
        this.patience = patience;
    }

    /**
     * @param receiveBufferBytes SO_RCVBUF of the connections, 0 to leave the kernel's tuning on
     * @param patience how long to wait for a first connection, and for one to authenticate itself
     */
    public static DataAcceptor open(
            InetAddress local, int receiveBufferBytes, Predicate<InetAddress> isExpected, Duration patience)
            throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            if (receiveBufferBytes > 0) {
                listener.setOption(StandardSocketOptions.SO_RCVBUF, receiveBufferBytes);
            }
            listener.bind(new InetSocketAddress(local, 0), BACKLOG);
            LargePackets.prepare(listener, isExpected);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
        DataAcceptor acceptor = new DataAcceptor(listener, isExpected, patience);
        Thread.ofVirtual().name("data port").start(acceptor::takeAll);
        return acceptor;
    }

    public InetSocketAddress address() {
        try {
            return (InetSocketAddress) listener.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void takeAll() {
        while (listener.isOpen()) {
            try {
                SocketChannel channel = listener.accept();
                InetSocketAddress peer = (InetSocketAddress) channel.getRemoteAddress();
                if (peer != null && isExpected.test(peer.getAddress())) {
                    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    arrive(channel);
                } else {
                    turnAway(channel);
                }
            } catch (IOException _) {
                pause(); // closed, or out of descriptors: those that wait are still there a moment later
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** With a reset, so that nothing of it stays in the kernel. */
    private static void turnAway(SocketChannel channel) throws IOException {
        try (channel) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
    }

    private synchronized void arrive(SocketChannel channel) throws IOException {
        DataChannel.Security wanted = security;
        if (closed) {
            turnAway(channel);
        } else if (wanted == null) {
            if (early.size() >= MOST_CONNECTIONS) {
                turnAway(early.removeFirst()); // as later, the oldest that has brought nothing makes room
            }
            early.add(channel);
        } else if (wanted == DataChannel.Security.NONE) {
            ready.add(Optional.of(DataChannel.plain(channel)));
        } else {
            if (unproved.size() >= MOST_CONNECTIONS) {
                SecuringChannel oldest = unproved.iterator().next();
                unproved.remove(oldest);
                oldest.close();
            }
            SecuringChannel securing = new SecuringChannel(channel, false, wanted, patience);
            unproved.add(securing);
            securing.whenDone(refusal -> decide(securing, refusal));
        }
    }

    private synchronized void decide(SecuringChannel channel, @Nullable String refusal) {
        boolean wanted = unproved.remove(channel) && !closed;
        if (wanted && refusal == null) {
            ready.add(Optional.of(channel));
            return;
        }
        channel.close();
        lastRefusal = wanted && refusal != null ? "; the last one was refused: " + refusal : lastRefusal;
    }

    /** The transfer begins: connections are for it from now on, those that have come already included. */
    public synchronized void begin(DataChannel.Security wanted) throws IOException {
        security = wanted;
        beganNs = System.nanoTime();
        for (SocketChannel channel : early) {
            arrive(channel);
        }
        early.clear();
    }

    /**
     * The next connection, or null when {@code enough} holds; after {@link #begin}. Between two connections of one
     * transfer it waits as long as the transfer lives; for the first one as long as its patience.
     */
    public @Nullable DataChannel accept(BooleanSupplier enough) throws IOException {
        while (!enough.getAsBoolean()) {
            long leftNs = accepted ? LOOK_NS : beganNs + patience.toNanos() - System.nanoTime();
            if (leftNs <= 0) {
                throw new SocketTimeoutException(
                        "no data connection within " + patience.toSeconds() + " s" + lastRefusal());
            }
            Optional<DataChannel> next = next(leftNs);
            if (next.isPresent()) {
                accepted = true;
                return next.get();
            }
            if (!listener.isOpen()) {
                throw new IOException("the data port was closed");
            }
        }
        return null;
    }

    private Optional<DataChannel> next(long timeoutNs) throws IOException {
        try {
            Optional<DataChannel> next = ready.poll(timeoutNs, TimeUnit.NANOSECONDS);
            return next == null ? Optional.empty() : next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private synchronized String lastRefusal() {
        return lastRefusal;
    }

    /** Those that were accepted have left without a word: the peer's first connection has yet to come. */
    void awaitFirstAgain() {
        beganNs = System.nanoTime();
        accepted = false;
    }

    /** Makes a waiting {@link #accept} ask again whether it is enough. */
    public void wakeUp() {
        ready.add(Optional.empty());
    }

    /** Ends what came and was not accepted, too. */
    @Override
    public synchronized void close() {
        closed = true;
        // nothing is lost with a listener
        Quietly.close(listener);
        early.forEach(channel -> DataChannel.plain(channel).close());
        early.clear();
        unproved.forEach(DataChannel::close);
        unproved.clear();
        for (Optional<DataChannel> left = ready.poll(); left != null; left = ready.poll()) {
            left.ifPresent(DataChannel::close);
        }
        wakeUp();
    }
}
