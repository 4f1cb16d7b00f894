package org.waybill.api;

/** What a measurement measures; the unit follows from it. */
public enum Quantity {
    /** Milliseconds. */
    RTT,
    /** Bit/s, capacity of the slowest link. */
    BOTTLENECK_BANDWIDTH,
    /** Bit/s that cross traffic leaves. */
    AVAILABLE_BANDWIDTH,
    /** Bit/s of one bulk transfer (RFC 3148). */
    BULK_TRANSFER_CAPACITY,
    /** 0..1. */
    LOSS_RATIO,
    /** Bytes. */
    PATH_MTU
}
