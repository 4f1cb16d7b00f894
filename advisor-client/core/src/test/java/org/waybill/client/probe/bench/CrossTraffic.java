package org.waybill.client.probe.bench;

import java.net.InetAddress;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.waybill.client.probe.socket.NativeSocket;
import org.waybill.engine.testserver.lab.InNamespace;
import org.waybill.engine.testserver.lab.Lab;

/**
 * Poisson datagrams from X to Y over the narrow link. A process listens at Y, or the ICMP errors that come back would
 * make the kernel refuse every other datagram.
 */
final class CrossTraffic implements AutoCloseable {
    private static final int PACKET_BYTES = 1000;
    private static final int HEADERS_BYTES = 28;
    private static final int PORT = 9;
    private static final String TARGET = "10.77.4.1";

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Thread thread;
    private final NativeSocket listener;

    private CrossTraffic(Lab lab, double mbit, NativeSocket listener) {
        this.listener = listener;
        thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                InNamespace.call(lab.namespace("X"), () -> send(mbit));
            } catch (Exception e) {
                System.err.println("cross traffic: " + e.getMessage());
            }
        });
    }

    static CrossTraffic start(Lab lab, double mbit) throws Exception {
        NativeSocket listener = InNamespace.call(lab.namespace("Y"), () -> {
            NativeSocket socket = NativeSocket.udp(false);
            socket.bind(InetAddress.ofLiteral(TARGET), PORT); // what it does not take is dropped there
            return socket;
        });
        CrossTraffic traffic = new CrossTraffic(lab, mbit, listener);
        Thread.sleep(500);
        return traffic;
    }

    private boolean send(double mbit) throws Exception {
        InetAddress target = InetAddress.ofLiteral(TARGET);
        Random random = new Random(1);
        byte[] data = new byte[PACKET_BYTES - HEADERS_BYTES];
        double meanGapNs = 8e3 * PACKET_BYTES / mbit;
        double nextNs = System.nanoTime();
        try (NativeSocket socket = NativeSocket.udp(false)) {
            while (!stopped.get()) {
                nextNs -= meanGapNs * Math.log(1 - random.nextDouble());
                long leftNs = (long) nextNs - System.nanoTime();
                if (leftNs > 100_000) {
                    LockSupport.parkNanos(leftNs - 60_000);
                }
                while (System.nanoTime() < (long) nextNs) {
                    Thread.onSpinWait();
                }
                int error = socket.send(data, target, PORT);
                if (error != 0) {
                    throw new IllegalStateException("the cross traffic is refused: error " + error);
                }
            }
        }
        return true;
    }

    @Override
    public void close() throws InterruptedException {
        stopped.set(true);
        thread.join();
        listener.close();
    }
}
