package org.waybill.client.probe.train;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.waybill.client.probe.socket.DatagramEvent;
import org.waybill.client.probe.socket.NativeSocket;

/**
 * Receives trains and notes when the kernel got each packet. For one thread, and not a virtual one. Sends no answers,
 * so it cannot be made to send anything; datagrams of other sessions are dropped unread.
 */
public final class TrainReceiver implements AutoCloseable {
    private static final long QUIET_NS = 300_000_000;

    private final NativeSocket socket;
    private final long session;
    private final int port;

    /** @param local where to listen; port 0 for any free one */
    public TrainReceiver(InetSocketAddress local, long session) throws IOException {
        this.session = session;
        this.socket = NativeSocket.udp(local.getAddress() instanceof Inet6Address);
        this.port = socket.bind(local.getAddress(), local.getPort());
    }

    /** The port it listens at. */
    public int port() {
        return port;
    }

    /**
     * Waits for a train.
     *
     * @param deadlineNs of {@link System#nanoTime}
     * @return arrival of each packet in nanoseconds of the kernel's clock, {@link ReceivedTrain#LOST} for those that
     *     did not come before the deadline or within 0.3 s of the one before
     */
    public long[] receive(int train, int packets, long deadlineNs) throws InterruptedException {
        long[] arrivedNs = new long[packets];
        Arrays.fill(arrivedNs, ReceivedTrain.LOST);
        int arrived = 0;
        long untilNs = deadlineNs;
        while (arrived < packets) {
            DatagramEvent event = socket.receive(untilNs);
            if (event == null) {
                break;
            }
            int packet = event.error() == null ? TrainDatagram.packet(event.data(), session, train) : -1;
            if (packet >= 0 && packet < packets && arrivedNs[packet] == ReceivedTrain.LOST) {
                arrivedNs[packet] = event.kernelTimeNs() != 0 ? event.kernelTimeNs() : event.nowNs();
                arrived++;
                untilNs = Math.min(deadlineNs, event.nowNs() + QUIET_NS);
            }
        }
        return arrivedNs;
    }

    @Override
    public void close() {
        socket.close();
    }
}
