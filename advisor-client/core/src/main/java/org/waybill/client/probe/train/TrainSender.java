package org.waybill.client.probe.train;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import org.waybill.client.probe.socket.NativeSocket;

/** Sends trains of UDP datagrams. For one thread, and not a virtual one: it waits by spinning, for microseconds. */
public final class TrainSender implements AutoCloseable {
    private static final int IPV4_HEADERS_BYTES = 28;
    private static final int IPV6_HEADERS_BYTES = 48;

    private final NativeSocket socket;
    private final InetAddress target;
    private final int port;
    private final long session;

    /** @param session agreed with the receiver over an authenticated channel */
    public TrainSender(InetAddress target, int port, long session) throws IOException {
        this.target = target;
        this.port = port;
        this.session = session;
        this.socket = NativeSocket.udp(target instanceof Inet6Address);
    }

    /** Sends a train; returns when each packet left, by {@link System#nanoTime}. */
    public long[] send(TrainPlan plan, int train) throws IOException {
        int headers = target instanceof Inet6Address ? IPV6_HEADERS_BYTES : IPV4_HEADERS_BYTES;
        byte[] data = TrainDatagram.create(session, train, plan.packetBytes() - headers);
        long[] sentNs = new long[plan.packets()];
        long startNs = System.nanoTime();
        for (int i = 0; i < plan.packets(); i++) {
            long dueNs = startNs + i * plan.spacingNs();
            while (System.nanoTime() - dueNs < 0) {
                Thread.onSpinWait();
            }
            TrainDatagram.number(data, i);
            int error = socket.send(data, target, port);
            if (error != 0 && i == 0) {
                throw new IOException("cannot send datagrams of " + plan.packetBytes() + " bytes to "
                        + target.getHostAddress() + ": error " + error);
            }
            sentNs[i] = System.nanoTime();
        }
        return sentNs;
    }

    @Override
    public void close() {
        socket.close();
    }
}
