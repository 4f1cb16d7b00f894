package org.waybill.engine.node;

import java.time.Duration;

/**
 * Bounds on what peers may use of a node.
 *
 * @param sessions authenticated sessions at once
 * @param connectionsPerAddress open connections at once from one address, data connections included
 * @param handshakes connections that have not proved yet who they are, at once
 * @param handshakeTime how long they may take for it
 * @param idleTime a session whose peer is silent for so long is ended; a live peer beats every 5 s
 * @param datagramBytes memory outside the heap for all streams by datagrams; file and socket I/O and relayed TCP
 *     streams take theirs from what the JVM allows besides ({@code -XX:MaxDirectMemorySize})
 */
public record NodeLimits(int sessions, int connectionsPerAddress, int handshakes, Duration handshakeTime,
        Duration idleTime, long datagramBytes) {
    private static final long DATAGRAM_BYTES = 400L << 20;

    public static final NodeLimits DEFAULT =
            new NodeLimits(64, 256, 128, Duration.ofSeconds(10), Duration.ofSeconds(30));

    /** With the usual memory for datagrams. */
    public NodeLimits(int sessions, int connectionsPerAddress, int handshakes, Duration handshakeTime,
            Duration idleTime) {
        this(sessions, connectionsPerAddress, handshakes, handshakeTime, idleTime, DATAGRAM_BYTES);
    }

    public NodeLimits {
        if (sessions < 1 || connectionsPerAddress < 1 || handshakes < 1) {
            throw new IllegalArgumentException("sessions, connections and handshakes must be at least 1");
        }
        if (!handshakeTime.isPositive() || idleTime.toSeconds() < 10) {
            throw new IllegalArgumentException("handshakes need some time, and idle peers 10 s: they beat every 5 s");
        }
    }

    /** The same with so much memory for datagrams. */
    public NodeLimits withDatagramBytes(long bytes) {
        return new NodeLimits(sessions, connectionsPerAddress, handshakes, handshakeTime, idleTime, bytes);
    }
}
