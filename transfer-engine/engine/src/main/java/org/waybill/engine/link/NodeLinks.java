package org.waybill.engine.link;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.wire.Message;
import org.waybill.protocol.Protocol;

/** Control connections to the nodes that a {@code WAYBILL_HOME} knows: paired ones, and those of its own. */
public final class NodeLinks {
    /** What we call ourselves to nodes. */
    public static final String AGENT = "waybill";

    /** Another path to a node's port than the direct one. */
    @FunctionalInterface
    public interface Detour {
        SocketChannel open() throws TransferException, IOException;
    }

    private final NodeIdentity identity;
    private final PeerStore peers;
    private final AddressLookup names;

    public NodeLinks(Path home) throws TransferException {
        this(home, AddressLookup.ofUser());
    }

    /** The same, to where {@code names} says that nodes are. */
    public NodeLinks(Path home, AddressLookup names) throws TransferException {
        this.names = names;
        identity = NodeIdentity.loadOrCreate(home);
        peers = new PeerStore(home);
    }

    private NodeConnector connector(NodeAddress node, Optional<Fingerprint> pinned) {
        return new NodeConnector(node, identity, known(pinned), PinnedTls.APPLICATION_PROTOCOL);
    }

    /** Connects to the node. */
    public ControlLink connect(NodeAddress node) throws TransferException {
        return connect(node, names);
    }

    private ControlLink connect(NodeAddress node, AddressLookup by) throws TransferException {
        Optional<Fingerprint> pinned = pinned(node);
        try {
            return trusted(connector(node, pinned).connect(by));
        } catch (TransferException e) {
            throw judged(node, pinned, e);
        }
    }

    /**
     * Connects, introduces ourselves and is welcomed.
     *
     * @param words the greeting, and what goes along with it
     */
    public ControlLink greet(NodeAddress node, Message... words) throws TransferException {
        ControlLink link = connect(node);
        try {
            link.send(words);
            link.peerSpeaks(Replies.expect(Message.Welcome.class, link.answer()).version());
            return link;
        } catch (IOException e) {
            link.close();
            throw Replies.broken(e, node.toString());
        } catch (TransferException e) {
            link.close();
            throw e;
        }
    }

    /** The same without a proxy, over relays where the node does not answer and {@code detour} knows another path. */
    public ControlLink connectDirectly(NodeAddress node, @Nullable Detour detour, TransferListener listener)
            throws TransferException {
        try {
            return connect(node, names::addresses);
        } catch (TransferException e) {
            if (detour == null || e.reason() != Reason.UNREACHABLE) {
                throw e;
            }
            listener.onEvent("DETOUR", e.getMessage() + "; trying the relays");
            return around(node, detour, e);
        }
    }

    private ControlLink around(NodeAddress node, Detour detour, TransferException why) throws TransferException {
        Optional<Fingerprint> pinned = pinned(node);
        try {
            return trusted(connector(node, pinned).over(detour.open()));
        } catch (TransferException e) {
            throw judged(node, pinned, e);
        } catch (IOException e) {
            why.addSuppressed(e);
            throw why;
        }
    }

    private Optional<Fingerprint> pinned(NodeAddress node) throws TransferException {
        return StorageErrors.mapped("reading", "the paired peers", () -> peers.node(node.host(), node.port()));
    }

    /** A node that shows another certificate than before is never asked for. */
    private TransferException judged(NodeAddress node, Optional<Fingerprint> pinned, TransferException failure) {
        Optional<UnknownNodeException> unknown = UnknownNodeException.in(failure);
        if (pinned.isEmpty() || unknown.isEmpty()) {
            return failure;
        }
        return new TransferException(
                Reason.CERTIFICATE,
                "THE CERTIFICATE OF " + node + " HAS CHANGED: it shows "
                        + unknown.get().shown().sha256() + ", and " + peers.file() + " has "
                        + pinned.get().sha256()
                        + "; nothing was sent. If its operator confirms the new one: waybill trust --remove "
                        + Protocol.WAYBILL.scheme() + "://" + node + ", and pair again");
    }

    private Predicate<Fingerprint> known(Optional<Fingerprint> pinned) {
        Fingerprint own = identity.fingerprint();
        return shown -> shown.equals(own) || shown.equals(pinned.orElse(null));
    }

    private static ControlLink trusted(ControlLink link) {
        link.trust();
        link.keepAlive();
        return link;
    }
}
