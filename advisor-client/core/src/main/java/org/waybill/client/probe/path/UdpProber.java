package org.waybill.client.probe.path;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.socket.DatagramEvent;
import org.waybill.client.probe.socket.NativeSocket;

/**
 * UDP to ports where no process listens, as tracepath does it: needs no privileges, since the kernel hands every ICMP
 * error to the socket that caused it. The port carries the time to live.
 */
final class UdpProber implements TtlProber {
    private static final int FIRST_PORT = 33_434;
    private static final int MOST_PORTS = 512;
    private static final byte[] PAYLOAD = new byte[32];

    private final NativeSocket socket;
    private final InetAddress target;
    private final int[] timeToLive = new int[MOST_PORTS];
    private final long[] sentNs = new long[MOST_PORTS];
    private int next;

    UdpProber(InetAddress target) throws IOException {
        this.target = target;
        this.socket = NativeSocket.udp(target instanceof Inet6Address);
    }

    @Override
    public void send(int hops) throws IOException {
        socket.timeToLive(hops);
        int slot = next++ % MOST_PORTS;
        timeToLive[slot] = hops;
        for (int attempt = 0; attempt < 3; attempt++) {
            sentNs[slot] = System.nanoTime();
            if (socket.send(PAYLOAD, target, FIRST_PORT + slot) == 0) {
                return;
            }
            // an earlier packet's error; this one was not sent
        }
    }

    @Override
    public @Nullable Answer receive(long deadlineNs) throws InterruptedException {
        while (true) {
            DatagramEvent event = socket.receive(deadlineNs);
            if (event == null) {
                return null;
            }
            int slot = event.peerPort() - FIRST_PORT;
            if (slot < 0 || slot >= MOST_PORTS || sentNs[slot] == 0) {
                continue;
            }
            long rttNs = event.nowNs() - sentNs[slot];
            DatagramEvent.Dropped error = event.error();
            InetAddress from = error == null ? event.peer() : error.offender();
            if (from != null) {
                return new Answer(timeToLive[slot], from, from.equals(target), rttNs);
            }
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
