package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.waybill.engine.transport.Connection;
import org.waybill.engine.transport.TransportEndpoint;

/**
 * Drives one connection over one socket, on the thread that calls {@link #run}: hands in what arrives, sends what is
 * requested in batches, and sleeps until the next moment something is due. Other threads speak to the connection
 * through {@link #execute} only.
 */
public final class UdpDriver implements Runnable {
    private static final int BATCH_BYTES = 64 * 1024;
    private static final int MOST_BATCHES = 64;
    /** Looks at the clock at least this often. */
    private static final long LONGEST_SLEEP_NS = 200_000_000;
    /**
     * From this number of datagrams a millisecond on the next ones are awaited for a while, so that they are taken in
     * one go: a line hands them over one by one, and a wake-up for each costs more than the datagram.
     */
    private static final int BUSY_DATAGRAMS_PER_MS = 4;

    private static final long LOOK_NS = 2_000_000;
    private static final long GATHER_NS = 300_000;
    /** The same where the kernel holds what comes meanwhile many times over. */
    private static final long GATHER_LONGER_NS = 1_000_000;

    private static final long LARGE_BUFFER_BYTES = 4 << 20;
    /** How often a connection that is over looks whether its peer asks once more. */
    private static final long LINGER_LOOK_NS = 5_000_000;
    /** A driver that finds this number waiting is behind, and does not rest. */
    private static final int BACKLOG_DATAGRAMS = 160;

    private final UdpSocket socket;
    private final Connection connection;
    private final LongSupplier clock;
    private final ConcurrentLinkedQueue<Consumer<Connection>> wishes = new ConcurrentLinkedQueue<>();
    private final byte[] out = new byte[BATCH_BYTES + (1 << 16)];
    private final ByteBuffer outBuffer = ByteBuffer.wrap(out);
    private final UdpSocket.Receiver receiver;
    private final long gatherNs;
    private long nowNs;
    private long countedSinceNs;
    private long counted;
    private boolean busy;
    private AfterRound afterRound = _ -> {};
    private volatile boolean finished;

    /** Something to do each time what had arrived was handed in. */
    interface AfterRound {
        /** @param more whether enough arrives that the next round comes within milliseconds */
        void run(boolean more);
    }

    /** @param clock monotonic, in ns */
    public UdpDriver(UdpSocket socket, Connection connection, LongSupplier clock) {
        this.socket = socket;
        this.connection = connection;
        this.clock = clock;
        gatherNs = socket.receiveBufferBytes() >= LARGE_BUFFER_BYTES ? GATHER_LONGER_NS : GATHER_NS;
        receiver = this::take;
    }

    /** Has something done by the driver's thread each time it has handed in what had arrived; before it runs. */
    void afterEachRound(AfterRound action) {
        afterRound = action;
    }

    /** Runs the connection to its end and closes the socket. */
    @Override
    public void run() {
        try (socket) {
            while (!connection.isDone()) {
                nowNs = clock.getAsLong();
                runQueuedCommands();
                int arrived = socket.receive(receiver);
                boolean more = count(arrived) && arrived > 0;
                connection.onTimeout(nowNs);
                transmit();
                afterRound.run(more);
                if (connection.isDone()) {
                    break;
                }
                if (arrived < BACKLOG_DATAGRAMS) {
                    rest(more);
                }
            }
        } catch (IOException e) {
            connection.abort(clock.getAsLong(), String.valueOf(e.getMessage()));
        } finally {
            finished = true;
        }
    }

    private boolean take(int path, byte[] bytes, int length) {
        long refused = connection.counters().refusedDatagrams();
        connection.onDatagram(nowNs, path, ByteBuffer.wrap(bytes, 0, length));
        return connection.counters().refusedDatagrams() == refused;
    }

    private void runQueuedCommands() {
        for (Consumer<Connection> wish = wishes.poll(); wish != null; wish = wishes.poll()) {
            wish.accept(connection);
        }
    }

    /** Whether enough has been arriving lately that it pays to let it gather. */
    private boolean count(int arrived) {
        counted += arrived;
        long sinceNs = nowNs - countedSinceNs;
        if (sinceNs >= LOOK_NS) {
            busy = counted * 1_000_000 >= BUSY_DATAGRAMS_PER_MS * sinceNs;
            counted = 0;
            countedSinceNs = nowNs;
        }
        return busy;
    }

    private void rest(boolean more) throws IOException {
        long due = connection.timeoutNs();
        long sleepNs = due == TransportEndpoint.NO_TIMEOUT
                ? LONGEST_SLEEP_NS
                : Math.clamp(due - clock.getAsLong(), 0, LONGEST_SLEEP_NS);
        if (connection.ending() != null) {
            // not in the kernel: a process that ends waits for threads that are there
            LockSupport.parkNanos(Math.min(sleepNs, LINGER_LOOK_NS));
        } else if (more && sleepNs > 0) {
            LockSupport.parkNanos(Math.min(sleepNs, gatherNs));
        } else {
            socket.await(sleepNs);
        }
    }

    /** Sends datagrams of one size and path together. */
    private void transmit() throws IOException {
        for (int batches = 0; batches < MOST_BATCHES; batches++) {
            int used = 0;
            int segment = 0;
            int path = -1;
            boolean more = true;
            while (used < BATCH_BYTES) {
                outBuffer.clear().position(used);
                more = connection.pollTransmit(nowNs, outBuffer);
                if (!more) {
                    break;
                }
                int length = outBuffer.position() - used;
                int to = connection.transmitPath();
                if (used > 0 && (to != path || length > segment)) {
                    socket.send(path, out, used, segment);
                    System.arraycopy(out, used, out, 0, length);
                    used = 0;
                }
                if (used == 0) {
                    segment = length;
                    path = to;
                }
                used += length;
                if (length < segment) {
                    break;
                }
            }
            if (used > 0) {
                socket.send(path, out, used, segment);
            }
            if (!more) {
                return;
            }
        }
    }

    /** Has something done to the connection by its own thread, soon. */
    public void execute(Consumer<Connection> wish) {
        wishes.add(wish);
        if (!finished) {
            socket.wakeUp();
        }
    }
}
