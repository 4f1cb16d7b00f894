package org.waybill.api;

/** What a forecast is based on, best first. */
public enum ForecastBasis {
    /** Past transfers of this pair. */
    HISTORY,
    /** A probe made for this advice. */
    PROBE,
    /** A model of the transport with measured RTT, loss or link rate. */
    MODEL,
    /** Nothing is known: no number is given. */
    UNKNOWN
}
