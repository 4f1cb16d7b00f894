package org.waybill.engine.transport;

/** What a connection has done; for reports and tests. Written by the connection's thread. */
public final class TransportCounters {
    long dataBytes;
    long resentBytes;
    long sentWireBytes;
    long refusedDatagrams;
    long acks;

    /** File data sent, first or again. */
    public long dataBytes() {
        return dataBytes;
    }

    /** File data sent again. */
    public long resentBytes() {
        return resentBytes;
    }

    /** Everything sent, with IP and UDP headers. */
    public long sentWireBytes() {
        return sentWireBytes;
    }

    /** Datagrams dropped without a word: malformed, not authentic, replayed. */
    public long refusedDatagrams() {
        return refusedDatagrams;
    }

    /** Acknowledgements sent (receiver) or taken in (sender), of all four kinds. */
    public long acks() {
        return acks;
    }
}
