package org.waybill.engine.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PeerBook;

/** Control connections to the nodes that a {@code WAYBILL_HOME} knows: paired ones, and those of its own. */
final class NodeLinks {
    /** What we call ourselves to nodes. */
    static final String AGENT = "waybill";

    private final NodeIdentity identity;
    private final PeerBook peers;

    NodeLinks(Path home) throws TransferException {
        identity = NodeIdentity.loadOrCreate(home);
        peers = new PeerBook(home);
    }

    /** Connects straight to the node. */
    ControlLink connect(NodeAddress node) throws TransferException {
        return trusted(NodeConnector.connect(node, identity, known(node)));
    }

    /** The same, over relays where the node does not answer and {@code routes} know a way round. */
    ControlLink connect(NodeAddress node, @Nullable DataRoutes routes, TransferListener listener)
            throws TransferException {
        try {
            return connect(node);
        } catch (TransferException e) {
            if (routes == null || e.reason() != Reason.UNREACHABLE) {
                throw e;
            }
            listener.onEvent("DETOUR", e.getMessage() + "; trying the relays");
            return detour(node, routes, e);
        }
    }

    private ControlLink detour(NodeAddress node, DataRoutes routes, TransferException why) throws TransferException {
        Predicate<Fingerprint> known = known(node);
        try {
            return trusted(NodeConnector.over(routes.detour(), node, identity, known));
        } catch (IOException e) {
            why.addSuppressed(e);
            throw why;
        }
    }

    private Predicate<Fingerprint> known(NodeAddress node) throws TransferException {
        Optional<Fingerprint> pinned;
        try {
            pinned = peers.node(node.host(), node.port());
        } catch (IOException e) {
            throw new TransferException(Reason.INTERNAL, "cannot read the paired peers: " + e, e);
        }
        Fingerprint own = identity.fingerprint();
        return shown -> shown.equals(own) || shown.equals(pinned.orElse(null));
    }

    private static ControlLink trusted(ControlLink link) {
        link.trust();
        link.keepAlive();
        return link;
    }
}
