package org.waybill.db.reservation;

/** What became of a reservation. Only the first two hold bandwidth. */
public enum ReservationState {
    HELD,
    COMMITTED,
    RELEASED,
    EXPIRED
}
