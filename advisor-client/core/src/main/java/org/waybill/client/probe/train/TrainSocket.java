package org.waybill.client.probe.train;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.socket.DatagramEvent;
import org.waybill.client.probe.socket.NativeSocket;

/**
 * Sends trains of UDP datagrams, and receives them and notes when the kernel got each packet. For one thread, and not a
 * virtual one: it waits by spinning, for microseconds. It answers nothing by itself, and drops datagrams of other
 * sessions unread.
 */
public final class TrainSocket implements AutoCloseable {
    private static final int IPV4_HEADERS_BYTES = 28;
    private static final int IPV6_HEADERS_BYTES = 48;
    /** Longer than the pause before any burst. */
    static final long QUIET_NS = 300_000_000;
    /** A thread that sleeps wakes up some hundred microseconds late. */
    private static final long SPIN_NS = 400_000;

    private final NativeSocket socket;
    private final long session;
    private final int port;
    private @Nullable InetSocketAddress heard;

    /**
     * @param local where to listen; port 0 for any free one
     * @param session agreed with the other side over an authenticated channel
     */
    public TrainSocket(InetSocketAddress local, long session) throws IOException {
        this.session = session;
        this.socket = NativeSocket.udp(local.getAddress() instanceof Inet6Address);
        this.port = socket.bind(local.getAddress(), local.getPort());
    }

    /** One to send from: at any address and port. */
    public static TrainSocket towards(InetAddress target, long session) throws IOException {
        boolean ipv6 = target instanceof Inet6Address;
        return new TrainSocket(new InetSocketAddress(InetAddress.ofLiteral(ipv6 ? "::" : "0.0.0.0"), 0), session);
    }

    /** The port it listens at. */
    public int port() {
        return port;
    }

    /** Where the last packet of a train came from; null before the first one. */
    @Nullable
    InetSocketAddress heard() {
        return heard;
    }

    /** Sends a train; returns when each packet left, by {@link System#nanoTime}. */
    public long[] send(TrainPlan plan, int train, InetSocketAddress to) throws IOException {
        return send(List.of(plan), train, to);
    }

    /** The same for bursts one after the other, whose packets are numbered as those of one train. */
    public long[] send(List<TrainPlan> bursts, int train, InetSocketAddress to) throws IOException {
        long[] sentNs = new long[TrainPlan.packets(bursts)];
        int packet = 0;
        for (TrainPlan burst : bursts) {
            byte[] data = TrainDatagram.create(session, train, burst.packetBytes() - headers(to.getAddress()));
            long startNs = System.nanoTime() + burst.pauseNs();
            for (int i = 0; i < burst.packets(); i++) {
                await(startNs + i * burst.spacingNs());
                TrainDatagram.number(data, packet);
                int error = socket.send(data, to.getAddress(), to.getPort());
                if (error != 0 && packet == 0) {
                    throw new IOException("cannot send datagrams of " + burst.packetBytes() + " bytes to "
                            + to.getAddress().getHostAddress() + ": error " + error);
                }
                sentNs[packet++] = System.nanoTime();
            }
        }
        return sentNs;
    }

    private static void await(long dueNs) {
        for (long leftNs = dueNs - System.nanoTime(); leftNs > 0; leftNs = dueNs - System.nanoTime()) {
            if (leftNs > 2 * SPIN_NS) {
                LockSupport.parkNanos(leftNs - SPIN_NS);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private static int headers(InetAddress target) {
        return target instanceof Inet6Address ? IPV6_HEADERS_BYTES : IPV4_HEADERS_BYTES;
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
                heard = new InetSocketAddress(event.peer(), event.peerPort());
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
