package org.waybill.client.discovery;

/** What a connection attempt found. */
public enum PortState {
    /** It answers, and as the protocol that was looked for. */
    OPEN,
    /** The host refuses connections to it. */
    CLOSED,
    /**
     * Nothing came back in time, or the connection was lost: a firewall drops the packets, the host is down, or it or we
     * are too busy. Whether the protocol is spoken there is not known.
     */
    FILTERED,
    /** Something answers, but it speaks another protocol. */
    WRONG_SERVICE,
    /** The network has no route to the host, or the host has no address. */
    UNREACHABLE
}
