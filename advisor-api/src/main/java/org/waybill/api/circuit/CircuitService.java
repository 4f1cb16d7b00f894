package org.waybill.api.circuit;

import java.util.List;
import org.waybill.api.Bulk;

/**
 * Circuits, as part of what clients ask the advisor. Quotes are for everyone; to hold, commit and release and to change
 * topologies takes the role of an operator. Every call may be repeated: a second hold with the same id, a second commit
 * and a second release do nothing more.
 */
public interface CircuitService {
    /** One offer of each provisioning system that both hosts are attached to; those with a problem come last. */
    List<CircuitOffer> quoteCircuits(CircuitQuery query);

    /**
     * Holds bandwidth for a short time; {@code CONFLICT} if it is no longer free.
     */
    CircuitReservation holdCircuit(CircuitHold hold);

    /** Makes a hold last; {@code CONFLICT} if it has expired or was released. */
    CircuitReservation commitCircuit(String id);

    /** Gives back what was held or committed. */
    CircuitReservation releaseCircuit(String id);

    /** Reservations, the newest {@code limit} (1..1000) first; those that hold bandwidth now or later, or all. */
    @Bulk
    List<CircuitReservation> circuits(boolean all, int limit);

    /**
     * Takes over a provisioning system's topology; links that are not in it any more are down. A name that the
     * catalogue does not know becomes a built-in system.
     */
    @Bulk
    TopologyReport importTopology(String system, TopologyFormat format, String text);

    /** Says where a host or a site is attached, or with an empty point that it no longer is. */
    void attach(Attachment attachment);

    /** All attachments of a provisioning system, by subject. */
    @Bulk
    List<Attachment> attachments(String system);
}
