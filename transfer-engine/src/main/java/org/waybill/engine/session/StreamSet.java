package org.waybill.engine.session;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.wire.WireException;

/** The data connections of a session. One that breaks is left behind; when the last one breaks the session ends. */
final class StreamSet {
    private final Outcome outcome;
    private final Failures failures;
    private final Loss loss;
    private final Map<Integer, ByteChannel> open = new HashMap<>();
    private final Set<Integer> used = new HashSet<>();
    private boolean closed;
    private volatile boolean ending;

    StreamSet(Outcome outcome, Failures failures, Loss loss) {
        this.outcome = outcome;
        this.failures = failures;
        this.loss = loss;
    }

    /** Hears of a broken connection; false if nothing more was to come or go on any. */
    @FunctionalInterface
    interface Loss {
        boolean lost(int connection);
    }

    /** Runs {@code work} on a thread of its own; a number is used once in a session, as its keys are. */
    void add(int connection, ByteChannel channel, boolean sending, Failures.Part work) throws IOException {
        synchronized (this) {
            if (closed || outcome.isEnded() || used.size() >= DataSession.MAX_STREAMS || !used.add(connection)) {
                channel.close();
                throw new IOException("data connection " + connection + " is not wanted");
            }
            open.put(connection, channel);
        }
        String name = (sending ? "send " : "receive ") + connection;
        Thread.ofPlatform().name(name).daemon().start(() -> failures.run(() -> work(connection, channel, work)));
    }

    private void work(int connection, ByteChannel channel, Failures.Part work)
            throws InterruptedException, TransferException, IOException {
        try {
            work.run();
            closeQuietly(channel);
            synchronized (this) {
                open.remove(connection);
            }
        } catch (IOException e) {
            closeQuietly(channel);
            boolean last;
            synchronized (this) {
                open.remove(connection);
                last = open.isEmpty();
            }
            if (ending || outcome.isEnded()) {
                return;
            }
            if (e instanceof WireException || (loss.lost(connection) && last)) {
                throw e;
            }
        }
    }

    private static void closeQuietly(ByteChannel channel) {
        try {
            channel.close();
        } catch (IOException _) {
            // it is of no use any more, closed or not
        }
    }

    /** All is done: from now on the peer may close connections as it likes. */
    void expectEnd() {
        ending = true;
    }

    synchronized int opened() {
        return used.size();
    }

    /** The kernel's sockets among the connections. */
    synchronized List<SocketChannel> sockets() {
        List<SocketChannel> sockets = new ArrayList<>();
        for (ByteChannel channel : open.values()) {
            if (channel instanceof SocketChannel socket) {
                sockets.add(socket);
            }
        }
        return sockets;
    }

    Cause cause() {
        return Cause.UNKNOWN;
    }

    void close() {
        List<ByteChannel> left;
        synchronized (this) {
            closed = true;
            left = new ArrayList<>(open.values());
            open.clear();
        }
        left.forEach(StreamSet::closeQuietly);
    }
}
