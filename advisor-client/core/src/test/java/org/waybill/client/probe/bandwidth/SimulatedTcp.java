package org.waybill.client.probe.bandwidth;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Transfers over TCP connections of their own, a round trip at a time: slow start from ten segments, which ends where
 * the queue builds up (HyStart) or something is lost, then CUBIC (RFC 9438) with its Reno-friendly region; a queue of
 * 100 ms before the bottleneck. A transfer that would last longer than {@code patience} is interrupted there, as by the
 * probe.
 */
final class SimulatedTcp extends SimulatedPath {
    private static final int SEGMENT_BYTES = 1448;
    private static final int PACKET_BITS = 1500 * 8;
    private static final double QUEUE_SECONDS = 0.1;
    private static final double C = 0.4;
    private static final double BETA = 0.7;

    private final double bitsPerSecond;
    private final double rttSeconds;
    private final double lossRatio;
    private final double patienceSeconds;
    private final Random random;

    SimulatedTcp(double bitsPerSecond, double rttSeconds, double lossRatio, Duration patience, long seed) {
        this.bitsPerSecond = bitsPerSecond;
        this.rttSeconds = rttSeconds;
        this.lossRatio = lossRatio;
        this.patienceSeconds = patience.toNanos() / 1e9;
        this.random = new Random(seed);
    }

    /** A number of bytes had arrived after a number of seconds, some of them only when they were sent again. */
    private record Mark(long bytes, double seconds, boolean lossy) {}

    @Override
    public double seconds(long bytes, Progress progress) throws InterruptedException {
        double passed = 0;
        for (Mark mark : transfer(bytes)) {
            if (nowNs() / 1e9 + mark.seconds - passed > patienceSeconds) {
                pass(patienceSeconds - nowNs() / 1e9);
                throw new InterruptedException();
            }
            pass(mark.seconds - passed);
            passed = mark.seconds;
            progress.moved(mark.bytes);
            if (mark.lossy) {
                progress.lost();
            }
        }
        return passed;
    }

    /** Goodput of a long transfer from its first third on: what the estimates are compared with. */
    double steadyBitsPerSecond(long bytes) {
        List<Mark> marks = transfer(bytes);
        Mark third = marks.stream()
                .filter(mark -> mark.bytes >= bytes / 3)
                .findFirst()
                .orElseThrow();
        return 8 * (marks.getLast().bytes - third.bytes) / (marks.getLast().seconds - third.seconds);
    }

    private List<Mark> transfer(long bytes) {
        double pipe = bitsPerSecond * rttSeconds / PACKET_BITS;
        double room = pipe + bitsPerSecond * QUEUE_SECONDS / PACKET_BITS;
        List<Mark> marks = new ArrayList<>();
        Window window = new Window();
        double seconds = 1.5 * rttSeconds;
        long total = Math.ceilDiv(bytes, SEGMENT_BYTES);
        for (long left = total; left > 0; ) {
            long sent = Math.min(left, (long) window.packets);
            long lost = lost(sent) + Math.max(0, sent - (long) room);
            double round = Math.max(rttSeconds, sent / pipe * rttSeconds);
            seconds += round;
            left -= sent - Math.min(sent, lost);
            marks.add(new Mark(Math.min(bytes, (total - left) * SEGMENT_BYTES), seconds, lost > 0));
            window.after(seconds, lost > 0, round - rttSeconds);
        }
        return marks;
    }

    private long lost(long sent) {
        long lost = 0;
        for (long i = 0; lossRatio > 0 && i < sent; i++) {
            lost += random.nextDouble() < lossRatio ? 1 : 0;
        }
        return lost;
    }

    private final class Window {
        private double packets = 10;
        private double threshold = Double.MAX_VALUE;
        private double largest;
        private double epochStart;
        private double epochPackets;

        void after(double seconds, boolean loss, double queueing) {
            if (loss) {
                largest = packets * (packets < largest ? (1 + BETA) / 2 : 1);
                packets = Math.max(2, packets * BETA);
                begin(seconds);
            } else if (packets >= threshold) {
                double since = seconds - epochStart;
                double k = Math.cbrt(Math.max(0, largest - epochPackets) / C);
                double cubic = C * Math.pow(since - k, 3) + largest;
                double reno = epochPackets + 3 * (1 - BETA) / (1 + BETA) * since / rttSeconds;
                packets = Math.max(packets, Math.min(Math.max(cubic, reno), 1.5 * packets));
            } else if (queueing >= Math.clamp(rttSeconds / 8, 0.004, 0.016)) {
                largest = packets;
                begin(seconds);
            } else {
                packets *= 2;
            }
        }

        private void begin(double seconds) {
            threshold = packets;
            epochStart = seconds;
            epochPackets = packets;
        }
    }
}
