package org.waybill.client.doctor;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.icmp.QueueDelay;
import org.waybill.client.probe.socket.EchoSocket;
import org.waybill.client.probe.socket.PlatformThread;

/**
 * What a few hundred small echo requests and some large ones, all with "do not fragment", show of a path that carries
 * nothing else of ours.
 *
 * @param lossRatio of the small ones, 0..1
 * @param leastMillis the shortest round trip
 * @param queueMillis how far a queue that others fill shifts it
 * @param largestBytes the largest packet that was answered
 * @param vanishingBytes the smallest that was not, although smaller ones were and no router said why; null if there is
 *     none
 */
record IdlePathProbe(
        double lossRatio,
        double leastMillis,
        double queueMillis,
        int largestBytes,
        @Nullable Integer vanishingBytes) {
    private static final int SMALL_PACKETS = 300;
    private static final int SMALL_BYTES = 64;
    /** A large one follows this number of small ones. */
    private static final int LARGE_EVERY = 15;

    private static final long GAP_NS = 10_000_000;
    private static final long LINGER_NS = 1_000_000_000;
    private static final int TRIES = 4;
    private static final int LARGEST_BYTES = 9000;
    /** What tunnels leave of an Ethernet's packet, and what every path takes. */
    private static final List<Integer> SIZES = List.of(
            8000, 4000, 1500, 1492, 1480, 1472, 1460, 1450, 1440, 1420, 1400, 1380, 1320, 1280, 1200, 1000, 576);

    /** Looks for some four seconds; empty where nothing is answered or no such packets may be sent. */
    static Optional<IdlePathProbe> measure(InetAddress target, int mtuBytes) throws InterruptedException {
        try {
            return PlatformThread.call("idle-path", () -> {
                try (EchoSocket socket = EchoSocket.open(target, new Random())) {
                    return new Probing(
                                    socket, target instanceof Inet6Address ? 40 : 20, Math.min(mtuBytes, LARGEST_BYTES))
                            .run();
                }
            });
        } catch (IOException _) {
            return Optional.empty(); // without the right to send echoes the test transfers have to show it
        }
    }

    /** Where sizes of packets can be tried. */
    interface Trial {
        /** Sends one and listens a little; false where this host itself refuses it. */
        boolean send(int packetBytes) throws InterruptedException;

        /** Listens for what is still on its way; the sizes that were ever answered, at least one. */
        SortedSet<Integer> answered() throws InterruptedException;

        /** Whether a router said that a packet was too long. */
        boolean isTooLongReported();
    }

    /** The smallest size above those that are answered which vanishes each time and without a word. */
    static @Nullable Integer vanishing(int largestBytes, Trial trial) throws InterruptedException {
        TreeSet<Integer> went = new TreeSet<>();
        for (int i = 0; i < TRIES; i++) {
            for (int size : SIZES) {
                if (size <= largestBytes && trial.send(size)) {
                    went.add(size);
                }
            }
        }
        int most = trial.answered().last();
        return trial.isTooLongReported() ? null : went.higher(most);
    }

    private static final class Probing implements Trial {
        private final EchoSocket socket;
        private final int headerBytes;
        private final int largest;
        private final Map<Integer, Integer> sizeOf = new HashMap<>();
        private final double[] millis = new double[SMALL_PACKETS];
        private final TreeSet<Integer> answered = new TreeSet<>();
        private int heard;

        Probing(EchoSocket socket, int headerBytes, int largest) {
            this.socket = socket;
            this.headerBytes = headerBytes;
            this.largest = largest;
        }

        Optional<IdlePathProbe> run() throws InterruptedException {
            int sent = 0;
            for (int i = 0; i < SMALL_PACKETS; i++) {
                sent += send(SMALL_BYTES) ? 1 : 0;
                if (i % LARGE_EVERY == 0) {
                    send(largest);
                }
            }
            hear(LINGER_NS);
            if (heard == 0 || sent == 0) {
                return Optional.empty();
            }
            Integer vanishing = answered.last() < largest ? vanishing(largest, this) : null;
            return Optional.of(new IdlePathProbe(
                    Math.max(0, 1 - heard / (double) sent),
                    Arrays.stream(millis, 0, heard).min().orElseThrow(),
                    QueueDelay.millis(Arrays.copyOf(millis, heard)),
                    answered.last(),
                    vanishing));
        }

        @Override
        public SortedSet<Integer> answered() throws InterruptedException {
            hear(LINGER_NS);
            return answered;
        }

        @Override
        public boolean isTooLongReported() {
            return socket.isTooLongReported();
        }

        @Override
        public boolean send(int packetBytes) throws InterruptedException {
            int number = socket.send(packetBytes - headerBytes);
            if (number >= 0) {
                sizeOf.put(number, packetBytes);
            }
            hear(GAP_NS);
            return number >= 0;
        }

        private void hear(long forNs) throws InterruptedException {
            long endNs = System.nanoTime() + forNs;
            while (true) {
                EchoSocket.Answer answer = socket.receive(endNs);
                if (answer == null) {
                    return;
                }
                Integer size = answer.reached() ? sizeOf.remove(answer.sequence()) : null;
                if (size != null) {
                    answered.add(size);
                    if (size == SMALL_BYTES && heard < SMALL_PACKETS) {
                        millis[heard++] = answer.rttNs() / 1e6;
                    }
                }
            }
        }
    }
}
