package org.waybill.client.probe.bandwidth;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A bottleneck that connections of others keep busy, a packet at a time: a queue that drops what does not fit, CUBIC (RFC
 * 9438) with HyStart, and losses that are noticed a round trip later. Test transfers and long ones go through the same
 * queue. It shares no formula with the forecasts.
 */
final class SharedBottleneck extends SimulatedPath {
    private static final int SEGMENT_BYTES = 1448;
    private static final int PACKET_BITS = 1500 * 8;
    private static final double C = .4;
    private static final double BETA = .7;
    private static final double LOOK_SECONDS = .025;

    private final double packetSeconds;
    private final double rttSeconds;
    private final double queuePackets;
    private double endSeconds;
    private final Random random;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private double now;
    private double free;
    private Flow ours = new Flow(0);

    /** Others' connections have been sending for {@code before} when the first test begins. */
    SharedBottleneck(
            double bitsPerSecond, double rttSeconds, double queueSeconds, int others, Duration before, long seed) {
        this.packetSeconds = PACKET_BITS / bitsPerSecond;
        this.rttSeconds = rttSeconds;
        this.queuePackets = Math.max(2, queueSeconds / packetSeconds);
        this.random = new Random(seed);
        for (int i = 0; i < others; i++) {
            run(now + random.nextDouble());
            new Flow(Long.MAX_VALUE / 2).send();
        }
        run(before.toNanos() / 1e9);
    }

    /** Round trips of echoes, in milliseconds; NaN for one that is lost. */
    double[] echoes(int count, double apartSeconds) {
        double[] millis = new double[count];
        for (int i = 0; i < count; i++) {
            run(now + apartSeconds);
            millis[i] = queued() > queuePackets ? Double.NaN : 1000 * (rttSeconds + Math.max(0, free - now));
        }
        return millis;
    }

    /** Seconds of a transfer by a connection of its own, from its first packet. */
    double transferSeconds(long bytes) {
        double start = now;
        ours = new Flow(0);
        ours.add(Math.ceilDiv(bytes, SEGMENT_BYTES));
        while (!ours.isDone()) {
            step();
        }
        return now - start;
    }

    /** Test transfers end after this time. */
    SharedBottleneck within(double seconds) {
        endSeconds = now + seconds;
        pass(now - nowNs() / 1e9);
        return this;
    }

    void idle(double seconds) {
        run(now + seconds);
    }

    /** By one connection, the log-in's, for all test transfers. */
    @Override
    public double seconds(long bytes, Progress progress) throws InterruptedException {
        now = Math.max(now, nowNs() / 1e9);
        double start = now;
        long before = ours.delivered;
        ours.add(Math.ceilDiv(bytes, SEGMENT_BYTES));
        double look = now;
        while (!ours.isDone()) {
            step();
            if (now > endSeconds) {
                tell(before, bytes, progress);
                throw new InterruptedException();
            }
            if (now >= look) {
                tell(before, bytes, progress);
                look = now + LOOK_SECONDS;
            }
        }
        run(now + rttSeconds / 2);
        tell(before, bytes, progress);
        return now - start;
    }

    private void tell(long before, long bytes, Progress progress) {
        pass(now - nowNs() / 1e9);
        progress.moved(Math.min(bytes, (ours.delivered - before) * SEGMENT_BYTES));
        progress.sent(new SenderAccount(
                ours.sent * SEGMENT_BYTES,
                ours.resent * SEGMENT_BYTES,
                Math.round(1e6 * now),
                0,
                0,
                Math.round(1e6 * ours.minRtt),
                Math.round(1e6 * ours.smoothedRtt)));
        if (ours.resent > 0) {
            progress.lost();
        }
    }

    private double queued() {
        return Math.max(0, free - now) / packetSeconds;
    }

    private void run(double until) {
        while (!events.isEmpty() && events.peek().at <= until) {
            step();
        }
        now = Math.max(now, until);
    }

    private void step() {
        Event event = events.remove();
        now = Math.max(now, event.at);
        event.flow.hear(event);
    }

    private record Event(double at, Flow flow, long sequence, double sentAt, boolean lost)
            implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return Double.compare(at, other.at);
        }
    }

    private final class Flow {
        private long left;
        private long inFlight;
        private long sequence;
        private long delivered;
        private long sent;
        private long resent;
        private double window = 10;
        private double threshold = Double.MAX_VALUE;
        private long recovered;
        private double largest;
        private double epoch = -1;
        private double origin;
        private double reno;
        private double minRtt = Double.MAX_VALUE;
        private double smoothedRtt;
        private long roundEnd;
        private final List<Double> roundTrips = new ArrayList<>();

        Flow(long packets) {
            this.left = packets;
        }

        void add(long packets) {
            left += packets;
            send();
        }

        boolean isDone() {
            return left == 0 && inFlight == 0;
        }

        void send() {
            while (left > 0 && inFlight < Math.max(2, (long) window)) {
                left--;
                inFlight++;
                sent++;
                sequence++;
                double jitter = random.nextDouble() * packetSeconds;
                boolean fits = queued() <= queuePackets - random.nextDouble();
                if (fits) {
                    free = Math.max(free, now) + packetSeconds;
                }
                double at = Math.max(free, now) + rttSeconds + jitter;
                events.add(new Event(at, this, sequence, now, !fits));
            }
        }

        void hear(Event event) {
            inFlight--;
            if (event.lost) {
                left++;
                resent++;
                if (event.sequence > recovered) {
                    recovered = sequence;
                    largest = window < largest ? window * (1 + BETA) / 2 : window;
                    window = Math.max(2, BETA * window);
                    threshold = window;
                    epoch = -1;
                }
            } else {
                delivered++;
                sampled(now - event.sentAt);
                if (window < threshold) {
                    window++;
                    slowStart(event);
                } else if (event.sequence > recovered) {
                    grow();
                }
            }
            send();
        }

        private void sampled(double rtt) {
            minRtt = Math.min(minRtt, rtt);
            smoothedRtt = smoothedRtt == 0 ? rtt : .875 * smoothedRtt + .125 * rtt;
        }

        private void slowStart(Event event) {
            if (event.sequence > roundEnd) {
                roundEnd = sequence;
                roundTrips.clear();
            }
            roundTrips.add(now - event.sentAt);
            if (roundTrips.size() == 8 && window >= 16) {
                double least = roundTrips.stream()
                        .mapToDouble(Double::doubleValue)
                        .min()
                        .orElseThrow();
                if (least > minRtt + Math.clamp(minRtt / 8, .004, .016)) {
                    threshold = window;
                }
            }
        }

        private void grow() {
            if (epoch < 0) {
                epoch = now;
                origin = window;
                reno = window;
                largest = Math.max(largest, window);
            }
            double k = Math.cbrt((largest - origin) / C);
            double target = largest + C * Math.pow(now - epoch + minRtt - k, 3);
            reno += 3 * (1 - BETA) / (1 + BETA) / window;
            double aim = Math.min(Math.max(target, reno), 1.5 * window);
            window += Math.max(.01, aim - window) / window;
        }
    }
}
