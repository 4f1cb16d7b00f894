package org.waybill.planner.forecast;

/** How a transport answers loss; decides which formula bounds its rate on a lossy path. */
public enum CongestionControl {
    /** Halves its window at a loss (RFC 5681). */
    RENO,
    /** Linux's default (RFC 9438). */
    CUBIC,
    /** Sends at the measured bottleneck rate and bears loss up to about 15 %. */
    BBR,
    /** Sends at a given rate regardless of losses; for dedicated paths only. */
    RATE_BASED
}
