package org.waybill.engine.overlay;

import java.util.List;
import java.util.Optional;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.link.NodeAddress;

/** A source of route tokens that another party signs for us: an advisor service. The engine knows none itself. */
@FunctionalInterface
public interface RouteTokens {
    /** No one signs for us: we do. */
    RouteTokens NONE = (_, _, _, _) -> Optional.empty();

    /**
     * A token for a path over these relays.
     *
     * @param holder who will open the path
     * @param bytes what may pass
     * @return empty if no one vouches for all of the relays, so that our own signature has to do
     */
    Optional<Signed> issue(Fingerprint holder, List<NodeAddress> relays, NodeAddress destination, long bytes)
            throws TransferException;

    /**
     * A signed token.
     *
     * @param certificates what the relays must show, in order
     */
    record Signed(byte[] token, List<Fingerprint> certificates) {
        public Signed {
            certificates = List.copyOf(certificates);
        }
    }
}
