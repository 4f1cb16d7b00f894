package org.waybill.engine.node;

import java.time.Duration;
import org.waybill.planner.admission.AdmissionLimits;

/**
 * Bounds on what peers may use of a node.
 *
 * @param sessions authenticated sessions at once; no client has more than it leaves to others
 * @param connections on the connections to its port; one that has become a session's data connection is the session's,
 *     and counts no more
 * @param idleTime a session whose peer is silent for so long is ended; a live peer beats every 5 s
 * @param datagramBytes memory outside the heap for all streams by datagrams; file and socket I/O and relayed TCP
 *     streams take theirs from what the JVM allows besides ({@code -XX:MaxDirectMemorySize})
 */
public record NodeLimits(int sessions, AdmissionLimits connections, Duration idleTime, long datagramBytes) {
    /** Usual memory for datagrams. */
    public static final long DATAGRAM_BYTES = 400L << 20;

    public static final NodeLimits DEFAULT =
            new NodeLimits(64, AdmissionLimits.DEFAULT, Duration.ofSeconds(30), DATAGRAM_BYTES);

    public NodeLimits {
        if (sessions < 1) {
            throw new IllegalArgumentException("sessions must be at least 1");
        }
        if (idleTime.toSeconds() < 10) {
            throw new IllegalArgumentException("idle peers need 10 s: they beat every 5 s");
        }
    }

    /** The same with these bounds on connections. */
    public NodeLimits withConnections(AdmissionLimits bounds) {
        return new NodeLimits(sessions, bounds, idleTime, datagramBytes);
    }
}
