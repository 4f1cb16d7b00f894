package org.waybill.engine.transport;

/**
 * What both sides of a connection agree on over the control channel.
 *
 * @param initiator whether this end sends the HELLO
 * @param blockBytes the unit in which datagrams name their place
 * @param maxDatagramBytes largest UDP payload the local interface carries; the path may carry less
 * @param initialRttNs believed until measured, e.g. the control channel's
 * @param windowPackets packets remembered while under way, a power of two; bounds what is in flight
 * @param handshakeTimeoutNs to the first authentic answer
 * @param idleTimeoutNs without an authentic datagram the peer is given up
 */
public record SessionParameters(
        long connectionId,
        boolean initiator,
        int blockBytes,
        int maxDatagramBytes,
        long initialRttNs,
        int windowPackets,
        long handshakeTimeoutNs,
        long idleTimeoutNs) {
    /** Packets remembered while under way where nothing else is said. */
    public static final int WINDOW_PACKETS = 1 << 17;

    public static final int DEFAULT_BLOCK_BYTES = 1 << 20;
    /** What an Ethernet of 1,500 bytes leaves of a datagram after the IPv4 and UDP headers. */
    public static final int ETHERNET_DATAGRAM_BYTES = 1472;

    public SessionParameters {
        if (maxDatagramBytes < PathMtuSearch.BASE_BYTES || maxDatagramBytes > 65_507) {
            throw new IllegalArgumentException("maxDatagramBytes=" + maxDatagramBytes + " is outside 1200..65507");
        }
        if (blockBytes < 1 || initialRttNs < 1 || handshakeTimeoutNs < 1 || idleTimeoutNs < 1) {
            throw new IllegalArgumentException("block length and times must be positive");
        }
        if (Integer.bitCount(windowPackets) != 1 || windowPackets < 1024) {
            throw new IllegalArgumentException("windowPackets=" + windowPackets + " is not a power of two from 1024");
        }
    }

    /** The usual values: 100 ms, 131,072 packets. */
    public static SessionParameters of(long connectionId, boolean initiator) {
        return of(connectionId, initiator, 100_000_000, WINDOW_PACKETS);
    }

    /** The usual values besides these: 1 MiB blocks, Ethernet, 30 s (10 s for who speaks first), 20 s. */
    public static SessionParameters of(long connectionId, boolean initiator, long initialRttNs, int windowPackets) {
        return new SessionParameters(
                connectionId,
                initiator,
                DEFAULT_BLOCK_BYTES,
                ETHERNET_DATAGRAM_BYTES,
                initialRttNs,
                windowPackets,
                initiator ? 10_000_000_000L : 30_000_000_000L,
                20_000_000_000L);
    }
}
