package org.waybill.engine.cause;

/**
 * The round trips of a transfer's connections, to distinguish loss that holds back from loss that comes with what holds
 * back: full links lose what their queues cannot take, and slow disks and processors lose a little of a low rate.
 *
 * @param meanMicros while it ran
 * @param leastMicros without a queue; 0 where nothing is known
 * @param segmentBytes of a packet
 * @param connections at once
 */
public record RoundTrips(double meanMicros, double leastMicros, long segmentBytes, int connections) {
    /** Nothing is known. */
    public static final RoundTrips UNKNOWN = new RoundTrips(0, 0, 0, 1);

    private static final double LOSSY = 5e-4;
    private static final double LEAST_LOSS = 5e-5;
    private static final double QUEUED = 1.25;
    private static final double QUEUED_MICROS = 2000;
    /** The formulas are right within a factor of two or so, and a draw of few losses is another. */
    private static final double WITHIN = 3;

    /** Whether packets waited in a queue, as they do before a link that is full. */
    public boolean isQueued() {
        return leastMicros > 0 && meanMicros > QUEUED * leastMicros + QUEUED_MICROS;
    }

    /** Whether this loss, 0..1, is what held the transfer to this rate. */
    public boolean isHeldByLoss(double bitsPerSecond, double lossRatio) {
        if (leastMicros <= 0 || segmentBytes <= 0) {
            return lossRatio > LOSSY;
        }
        if (lossRatio < LEAST_LOSS || isQueued()) {
            return false;
        }
        double seconds = meanMicros / 1e6;
        double bound = connections * cubicWindow(seconds, lossRatio) * segmentBytes * 8 / seconds;
        return isNear(bitsPerSecond, bound);
    }

    /** Whether a rate is what a formula says, as far as such formulas are right. */
    public static boolean isNear(double bitsPerSecond, double bound) {
        return bitsPerSecond > bound / WITHIN && bitsPerSecond < bound * WITHIN;
    }

    /** Packets that Reno has in flight on average where it loses such a part of them; Mathis and others 1997. */
    public static double renoWindow(double lossRatio) {
        return Math.sqrt(1.5 / lossRatio);
    }

    /**
     * Likewise CUBIC with round trips of a number of seconds; RFC 9438, section 5.1, equation 6, and at least Reno's.
     */
    public static double cubicWindow(double seconds, double lossRatio) {
        return Math.max(renoWindow(lossRatio), 1.054 * Math.pow(seconds / lossRatio, 0.75));
    }
}
