package org.waybill.api.circuit;

/** How much a quote can be trusted before it is held. */
public enum QuoteBasis {
    /** What was free when the question was asked: exact over the reservations that the system knows. */
    AVAILABILITY,
    /** What the links could carry if no one else had reserved: the system does not show what is free. */
    CAPACITY,
    /** The rate that the caller named: the system shows nothing beforehand. */
    AS_ASKED
}
