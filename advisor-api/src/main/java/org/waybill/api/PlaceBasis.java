package org.waybill.api;

/** How a place is known, best first. */
public enum PlaceBasis {
    /** The catalogue, kept by people. */
    CATALOGUE,
    /** The network operator's own table of interface addresses. */
    OPERATOR_TABLE,
    /** A rule over the router's name. */
    ROUTER_NAME,
    /** An IP geolocation database. */
    IP_DATABASE,
    /** Only a bound: the round-trip time allows nothing farther. */
    RTT_BOUND
}
