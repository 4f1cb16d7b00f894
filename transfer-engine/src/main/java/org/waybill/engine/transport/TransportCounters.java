package org.waybill.engine.transport;

/** What a connection has done; for reports and tests. Written by the connection's thread. */
public final class TransportCounters {
    final long[] acks = new long[4];
    long dataBytes;
    long resentBytes;
    long lostPackets;
    long sentPackets;
    long sentWireBytes;
    long receivedPackets;
    long receivedBytes;
    long refusedDatagrams;
    long duplicateBytes;

    /** File data sent, first or again. */
    public long dataBytes() {
        return dataBytes;
    }

    /** File data sent again. */
    public long resentBytes() {
        return resentBytes;
    }

    public long lostPackets() {
        return lostPackets;
    }

    public long sentPackets() {
        return sentPackets;
    }

    /** Everything sent, with IP and UDP headers. */
    public long sentWireBytes() {
        return sentWireBytes;
    }

    /** Authentic datagrams. */
    public long receivedPackets() {
        return receivedPackets;
    }

    /** UDP payload of everything that arrived, authentic or not. */
    public long receivedBytes() {
        return receivedBytes;
    }

    /** Datagrams dropped without a word: malformed, not authentic, replayed. */
    public long refusedDatagrams() {
        return refusedDatagrams;
    }

    /** File data that arrived more than once. */
    public long duplicateBytes() {
        return duplicateBytes;
    }

    /** Acknowledgements sent (receiver) or taken in (sender), of all four kinds. */
    public long acks() {
        return acks[0] + acks[1] + acks[2] + acks[3];
    }
}
