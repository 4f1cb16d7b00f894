package org.waybill.client.discovery;

/** What a connection attempt found. */
public enum PortState {
    /** It answers, and as the protocol that was looked for. */
    OPEN,
    /** The host refuses connections to it. */
    CLOSED,
    /** Nothing came back in time: a firewall drops the packets, the host is down, or it or we are too busy. */
    FILTERED,
    /** Something answers, but it speaks another protocol. */
    WRONG_SERVICE,
    /** The network has no route to the host, or the host has no address. */
    UNREACHABLE
}
