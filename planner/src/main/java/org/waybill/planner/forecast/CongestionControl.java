package org.waybill.planner.forecast;

/** How a transport answers loss; decides which formula bounds its rate on a lossy path. */
public enum CongestionControl {
    /** Halves its window at a loss (RFC 5681). */
    RENO(true),
    /** Linux's default (RFC 9438). */
    CUBIC(true),
    /** Sends at the measured bottleneck rate and bears loss up to about 15 %. */
    BBR(false),
    /** Sends at a given rate regardless of losses; for dedicated paths only. */
    RATE_BASED(false);

    private final boolean yields;

    CongestionControl(boolean yields) {
        this.yields = yields;
    }

    /** Whether a few losses make it slower, so that its rate shows them. */
    public boolean yieldsToLoss() {
        return yields;
    }
}
