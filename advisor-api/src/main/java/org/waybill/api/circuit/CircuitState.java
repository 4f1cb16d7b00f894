package org.waybill.api.circuit;

/** What became of a reservation. Only the first two hold bandwidth. */
public enum CircuitState {
    /** Held for a short time; ends by itself unless committed. */
    HELD,
    /** Reserved until it ends or is released. */
    COMMITTED,
    /** Given back by a user. */
    RELEASED,
    /** Held, and not committed in time. */
    EXPIRED
}
