package org.waybill.engine.rightsizing;

/**
 * The round trips of a transfer's connections, to tell loss that holds back from loss that comes with whatever holds
 * back: full links lose what their queues cannot take, and slow disks and processors lose a little of little.
 *
 * @param meanMicros while it went on
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
        // Mathis and others 1997; RFC 9438, section 5.1, equation 6
        double packets = Math.max(Math.sqrt(1.5 / lossRatio), 1.054 * Math.pow(seconds / lossRatio, 0.75));
        double bound = connections * packets * segmentBytes * 8 / seconds;
        return bitsPerSecond > bound / WITHIN && bitsPerSecond < bound * WITHIN;
    }
}
