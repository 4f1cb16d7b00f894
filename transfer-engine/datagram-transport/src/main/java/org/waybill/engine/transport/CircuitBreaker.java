package org.waybill.engine.transport;

/**
 * Stops a sender without congestion control when the path is not what it was said to be (RFC 8084): loss above a bound
 * without a pause for a given time.
 *
 * @see #OFF
 */
public final class CircuitBreaker {
    /** The usual setting: over 10 % loss for 10 s. */
    public static final Limits DEFAULT = new Limits(0.10, 10_000_000_000L);
    /** Never trips; for simulations with heavy loss. */
    public static final Limits OFF = new Limits(1.0, Long.MAX_VALUE);

    /**
     * When to trip.
     *
     * @param lossRatio 0 to 1
     * @param durationNs how long the loss must stay above
     */
    public record Limits(double lossRatio, long durationNs) {}

    private final Limits limits;
    private boolean above;
    private long aboveSinceNs;
    private boolean tripped;

    public CircuitBreaker(Limits limits) {
        this.limits = limits;
    }

    /** Takes a measurement of loss, from 0 to 1; returns whether the breaker has tripped. */
    public boolean onLoss(long nowNs, double lossRatio) {
        if (lossRatio <= limits.lossRatio()) {
            above = false;
        } else if (!above) {
            above = true;
            aboveSinceNs = nowNs;
        } else {
            tripped |= nowNs - aboveSinceNs >= limits.durationNs();
        }
        return tripped;
    }

    public Limits limits() {
        return limits;
    }
}
