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
 * wanted in batches, and sleeps until the next moment something is due. Other threads speak to the connection through
 * {@link #execute} only.
 */
public final class UdpDriver implements Runnable {
    private static final int BATCH_BYTES = 64 * 1024;
    private static final int MOST_BATCHES = 64;
    /** Looks at the clock at least this often. */
    private static final long LONGEST_SLEEP_NS = 200_000_000;
    /** Above so many datagrams at once the next ones are awaited for a while, so that they are taken in one go. */
    private static final int BUSY_DATAGRAMS = 8;
    private static final long GATHER_NS = 300_000;

    private final UdpSocket socket;
    private final Connection connection;
    private final LongSupplier clock;
    private final ConcurrentLinkedQueue<Consumer<Connection>> wishes = new ConcurrentLinkedQueue<>();
    private final byte[] out = new byte[BATCH_BYTES + (1 << 16)];
    private final ByteBuffer outBuffer = ByteBuffer.wrap(out);
    private final UdpSocket.Receiver receiver;
    private long nowNs;
    private Runnable afterRound = () -> { };
    private volatile boolean finished;

    /** @param clock monotonic, in ns */
    public UdpDriver(UdpSocket socket, Connection connection, LongSupplier clock) {
        this.socket = socket;
        this.connection = connection;
        this.clock = clock;
        receiver = (path, bytes, length) -> connection.onDatagram(nowNs, path, ByteBuffer.wrap(bytes, 0, length));
    }

    /** Has something done by the driver's thread each time it has handed in what had arrived; before it runs. */
    void afterEachRound(Runnable action) {
        afterRound = action;
    }

    /** Runs the connection to its end and closes the socket. */
    @Override
    public void run() {
        try (socket) {
            boolean busy = false;
            while (!connection.isDone()) {
                nowNs = clock.getAsLong();
                heedWishes();
                int arrived = socket.receive(receiver);
                connection.onTimeout(nowNs);
                transmit();
                afterRound.run();
                if (connection.isDone()) {
                    break;
                }
                busy = arrived >= BUSY_DATAGRAMS || (busy && arrived > 0);
                rest(busy);
            }
        } catch (IOException e) {
            connection.abort(clock.getAsLong(), String.valueOf(e.getMessage()));
        } finally {
            finished = true;
        }
    }

    private void heedWishes() {
        for (Consumer<Connection> wish = wishes.poll(); wish != null; wish = wishes.poll()) {
            wish.accept(connection);
        }
    }

    /** While much arrives, let some of it gather: a wake-up per datagram costs more than the datagram. */
    private void rest(boolean busy) throws IOException {
        long due = connection.timeoutNs();
        long sleepNs = due == TransportEndpoint.NO_TIMEOUT ? LONGEST_SLEEP_NS
                : Math.clamp(due - clock.getAsLong(), 0, LONGEST_SLEEP_NS);
        if (busy && sleepNs > 0) {
            LockSupport.parkNanos(Math.min(sleepNs, GATHER_NS));
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

    public boolean isFinished() {
        return finished;
    }
}
