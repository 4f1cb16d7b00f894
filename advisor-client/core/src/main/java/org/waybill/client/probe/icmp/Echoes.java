package org.waybill.client.probe.icmp;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.socket.EchoSocket;

/**
 * Sends echo requests in the patterns that the estimators need. All hops and sizes are mixed, so that a burst of other
 * traffic spoils a little of everything; requests keep a distance, so that none waits for another of ours.
 */
final class Echoes {
    /** Wide enough for a packet of 1500 bytes at 1.2 Mbit/s. */
    private static final long FIRST_GAP_NS = 10_000_000;

    private static final long LEAST_GAP_NS = 300_000;
    private static final long MOST_GAP_NS = 60_000_000;
    private static final long LINGER_NS = 700_000_000;
    private static final long PATIENCE_NS = 2_000_000_000;

    private final EchoSocket socket;
    private final Random random;
    private final long endNs;
    private long bytesLeft;
    private long longestRttNs;
    private int sent;
    private final List<Heard> heard = new ArrayList<>();

    /** @param endNs of {@link System#nanoTime}: when everything must be over */
    Echoes(EchoSocket socket, Random random, long endNs, long maxBytes) {
        this.socket = socket;
        this.random = random;
        this.endNs = endNs;
        this.bytesLeft = maxBytes;
    }

    /** An answer to a request that met no queue of ours: a single one, or the first of a train. */
    record Heard(boolean train, int packetBytes, long rttNs) {}

    private record Request(InetAddress to, int messageBytes) {}

    /** Single requests that {@link #measure} sent. */
    int sent() {
        return sent;
    }

    /** The answers so far, in their order. */
    List<Heard> heard() {
        return List.copyOf(heard);
    }

    boolean isOver() {
        return System.nanoTime() - endNs >= 0 || bytesLeft <= 0;
    }

    /** A gap after which the next request meets no queue of ours, given what one more byte takes. */
    static long gapNs(@Nullable SizeFit fit, int largestBytes) {
        return fit == null
                ? FIRST_GAP_NS
                : Math.clamp((long) (2 * Math.max(0, fit.nsPerByte()) * largestBytes), LEAST_GAP_NS, MOST_GAP_NS);
    }

    /**
     * Round-trip times by host and packet size, added to what {@code into} holds.
     *
     * @param gapNs between requests
     * @return requests that were answered
     */
    int measure(
            List<InetAddress> hosts,
            List<Integer> messageSizes,
            int rounds,
            long gapNs,
            Map<InetAddress, Map<Integer, List<Long>>> into)
            throws IOException, InterruptedException {
        List<Request> requests = new ArrayList<>();
        for (InetAddress host : hosts) {
            messageSizes.forEach(size -> requests.add(new Request(host, size)));
        }
        Map<Integer, Request> pending = new HashMap<>();
        int answered = 0;
        for (int round = 0; round < rounds && !isOver(); round++) {
            Collections.shuffle(requests, random);
            for (Request request : requests) {
                if (isOver()) {
                    break;
                }
                bytesLeft -= 2L * socket.packetBytes(request.messageBytes);
                int sequence = socket.send(request.to, request.messageBytes);
                if (sequence >= 0) {
                    pending.put(sequence, request);
                    sent++;
                }
                answered += hear(System.nanoTime() + gapNs, pending, into);
            }
        }
        long lingerNs = longestRttNs == 0 ? PATIENCE_NS : Math.min(PATIENCE_NS, LINGER_NS / 10 + 2 * longestRttNs);
        long lastNs = Math.min(System.nanoTime() + lingerNs, endNs + LINGER_NS);
        while (!pending.isEmpty() && System.nanoTime() - lastNs < 0) {
            answered += hearOne(lastNs, pending, into);
        }
        return answered;
    }

    private int hear(long untilNs, Map<Integer, Request> pending, Map<InetAddress, Map<Integer, List<Long>>> into)
            throws InterruptedException {
        int answered = 0;
        do {
            answered += hearOne(untilNs, pending, into);
        } while (System.nanoTime() - untilNs < 0);
        return answered;
    }

    private int hearOne(long untilNs, Map<Integer, Request> pending, Map<InetAddress, Map<Integer, List<Long>>> into)
            throws InterruptedException {
        EchoSocket.Answer answer = socket.receive(untilNs);
        Request request = answer == null ? null : pending.remove(answer.sequence());
        if (answer == null || request == null || !answer.from().equals(request.to)) {
            return 0;
        }
        longestRttNs = Math.max(longestRttNs, answer.rttNs());
        into.computeIfAbsent(request.to, _ -> new LinkedHashMap<>())
                .computeIfAbsent(socket.packetBytes(request.messageBytes), _ -> new ArrayList<>())
                .add(answer.rttNs());
        heard.add(new Heard(false, socket.packetBytes(request.messageBytes), answer.rttNs()));
        return 1;
    }

    /** One train to the target; the arrivals of its answers in order, or fewer than two where some were lost. */
    long[] train(InetAddress target, int messageBytes, int packets) throws InterruptedException {
        int[] sequences = new int[packets];
        bytesLeft -= 2L * packets * socket.packetBytes(messageBytes);
        for (int i = 0; i < packets; i++) {
            sequences[i] = socket.send(target, messageBytes);
        }
        long[] arrivalsNs = new long[packets];
        int received = 0;
        long untilNs = System.nanoTime() + Math.max(50_000_000, 2 * longestRttNs + 50_000_000);
        while (received < packets && System.nanoTime() - untilNs < 0) {
            EchoSocket.Answer answer = socket.receive(untilNs);
            if (answer == null) {
                break;
            }
            if (answer.reached() && answer.sequence() == sequences[received]) {
                arrivalsNs[received++] = answer.arrivalNs();
                if (received == 1) {
                    heard.add(new Heard(true, socket.packetBytes(messageBytes), answer.rttNs()));
                }
            }
        }
        return received == packets ? arrivalsNs : new long[0];
    }
}
