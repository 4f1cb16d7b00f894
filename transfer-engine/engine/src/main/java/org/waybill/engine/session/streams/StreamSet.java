package org.waybill.engine.session.streams;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.waybill.engine.Quietly;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.udp.DatagramStream;
import org.waybill.engine.session.DataSession;
import org.waybill.engine.session.SessionOutcome;
import org.waybill.engine.session.SessionScope;
import org.waybill.engine.session.SessionTask;
import org.waybill.engine.wire.WireException;

/** The data connections of a session. One that breaks is left behind; when the last one breaks the session ends. */
public final class StreamSet {
    public static final long CONTROL_MILLIS = 1000;
    public static final int MOST_NUMBERS = 1 << 16;

    private final SessionOutcome outcome;
    private final SessionScope scope;
    private final IntConsumer loss;
    private final Map<Integer, ByteChannel> open = new HashMap<>();
    private final Set<Integer> used = new HashSet<>();
    private final Set<Integer> lost = new HashSet<>();
    private final List<DatagramStream> datagrams = new ArrayList<>();
    /** Those whose datagrams may still be under way, relayed or not. */
    private final List<DatagramStream> lingering = new ArrayList<>();

    private boolean closed;
    private volatile boolean ending;
    private volatile Duration patience = Duration.ZERO;

    StreamSet(SessionOutcome outcome, SessionScope scope, IntConsumer loss) {
        this.outcome = outcome;
        this.scope = scope;
        this.loss = loss;
    }

    /** Runs {@code work} on a thread of its own; a number is used once in a session, as its keys are. */
    public void add(int connection, ByteChannel channel, boolean sending, SessionTask work) throws IOException {
        DatagramStream underneath = DataSockets.datagramsOf(channel);
        synchronized (this) {
            if (closed
                    || outcome.isEnded()
                    || open.size() >= DataSession.MAX_STREAMS
                    || connection < 0
                    || connection >= MOST_NUMBERS
                    || !used.add(connection)) {
                if (underneath != null) {
                    underneath.closeQuietly();
                }
                channel.close();
                throw new IOException("data connection " + connection + " is not wanted");
            }
            open.put(connection, channel);
            notifyAll();
            if (channel instanceof DatagramStream stream) {
                datagrams.add(stream);
            }
            if (underneath != null) {
                lingering.add(underneath);
                underneath.whenBroken(failure -> datagramsBroke(connection, channel, failure));
            }
            scope.start((sending ? "send " : "receive ") + connection, () -> work(connection, channel, work));
        }
    }

    private void work(int connection, ByteChannel channel, SessionTask work)
            throws InterruptedException, TransferException, IOException {
        try {
            work.run();
            Quietly.close(channel);
            synchronized (this) {
                open.remove(connection);
            }
        } catch (WireException e) {
            // reported before the connection is closed, with all others: a peer that sees that end leaves
            if (!ending && !outcome.isEnded()) {
                throw e;
            }
        } catch (IOException e) {
            broke(connection, channel, e);
        }
    }

    private void broke(int connection, ByteChannel channel, IOException failure)
            throws IOException, InterruptedException {
        Quietly.close(channel);
        boolean last;
        synchronized (this) {
            open.remove(connection);
            last = open.isEmpty();
            if (!lost.add(connection) || ending || outcome.isEnded()) {
                return;
            }
        }
        loss.accept(connection);
        // the control connection may know better: that all is done, or why the peer has left
        if (last && !outcome.endsWithin(CONTROL_MILLIS) && !isReplaced()) {
            throw failure;
        }
    }

    /** What was written may be under way still, with no writer or reader that would see the end. */
    private synchronized void datagramsBroke(int connection, ByteChannel channel, IOException failure) {
        if (!closed && !ending && !outcome.isEnded()) {
            scope.start("broken " + connection, () -> broke(connection, channel, failure));
        }
    }

    /** Whether a new connection comes in time where the last one broke. */
    private synchronized boolean isReplaced() throws InterruptedException {
        long untilNanos = System.nanoTime() + patience.toNanos();
        while (open.isEmpty() && !outcome.isEnded()) {
            long leftMillis = (untilNanos - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                return false;
            }
            wait(Math.min(leftMillis, CONTROL_MILLIS));
        }
        return true;
    }

    /** How long to wait for another connection after the last one broke, while the control connection exists. */
    void patience(Duration time) {
        patience = time;
    }

    /** All is done: from now on the peer may close connections as it likes. */
    public void expectEnd() {
        ending = true;
    }

    public synchronized int opened() {
        return used.size();
    }

    /** Bytes that the connections' own transports had to send again. */
    public synchronized long resentBytes() {
        return datagrams.stream()
                .mapToLong(stream -> stream.connection().counters().resentBytes())
                .sum();
    }

    /** The kernel's sockets among the connections. */
    public synchronized List<SocketChannel> sockets() {
        List<SocketChannel> sockets = new ArrayList<>();
        for (ByteChannel channel : open.values()) {
            SocketChannel socket = DataSockets.socketOf(channel);
            if (socket != null) {
                sockets.add(socket);
            }
        }
        return sockets;
    }

    /** Closes all connections, so that their threads end; datagrams in transit are not delivered. */
    void close() {
        List<ByteChannel> left;
        List<DatagramStream> under;
        synchronized (this) {
            closed = true;
            left = new ArrayList<>(open.values());
            open.clear();
            under = List.copyOf(lingering);
            lingering.clear();
            notifyAll();
        }
        under.forEach(DatagramStream::closeQuietly);
        left.forEach(Quietly::close);
    }
}
