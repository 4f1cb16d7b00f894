package org.waybill.engine.overlay;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeConnector;
import org.waybill.engine.link.Replies;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/** Opens virtual paths as the client that owns one {@code WAYBILL_HOME}. */
public final class PathOpener {
    private static final Duration ANSWER_TIME_PER_HOP = Duration.ofSeconds(10);

    private final NodeIdentity identity;
    private final PeerStore peers;
    private final TokenSigner signer;
    private final RouteTokens tokens;

    /** @param tokens asked first; what it does not sign is signed with the home's own key */
    public PathOpener(Path home, RouteTokens tokens) throws TransferException {
        this.tokens = tokens;
        this.identity = NodeIdentity.loadOrCreate(home);
        this.peers = new PeerStore(home);
        this.signer = TokenSigner.ofHome(home);
    }

    /**
     * Has a path allocated hop by hop.
     *
     * @param bytes what may pass
     * @throws TransferException with the reason of the hop that said FAIL, or {@code UNREACHABLE}
     */
    public VirtualPath open(List<NodeAddress> relays, NodeAddress destination, long bytes) throws TransferException {
        Optional<RouteTokens.Signed> signed = tokens.issue(identity.fingerprint(), relays, destination, bytes);
        if (signed.isPresent()) {
            List<RouteToken.Hop> vouched = new ArrayList<>();
            int certificates = signed.get().certificates().size();
            if (certificates != relays.size()) {
                throw new TransferException(
                        Reason.UNSAFE,
                        "the service signed a route over " + relays.size() + " relays with " + certificates
                                + " certificates");
            }
            for (int i = 0; i < relays.size(); i++) {
                vouched.add(new RouteToken.Hop(
                        relays.get(i), signed.get().certificates().get(i)));
            }
            return open(vouched, signed.get().token(), "the service");
        }
        List<RouteToken.Hop> hops = new ArrayList<>();
        for (NodeAddress relay : relays) {
            hops.add(new RouteToken.Hop(relay, fingerprint(relay)));
        }
        byte[] token;
        try {
            token = signer.issue(identity.fingerprint(), hops, destination, bytes, Instant.now());
        } catch (IllegalArgumentException e) {
            throw new TransferException(Reason.BAD_INPUT, "--via: " + e.getMessage(), e);
        }
        return open(hops, token);
    }

    VirtualPath open(List<RouteToken.Hop> hops, byte[] token) throws TransferException {
        return open(hops, token, "this home");
    }

    private VirtualPath open(List<RouteToken.Hop> hops, byte[] token, String signer) throws TransferException {
        NodeAddress first = hops.getFirst().address();
        ControlLink link = new NodeConnector(
                        first, identity, hops.getFirst().fingerprint()::equals, PinnedTls.PATH_PROTOCOL)
                .connect(first.resolve());
        try {
            link.patience(ANSWER_TIME_PER_HOP.multipliedBy(hops.size()));
            link.send(new Message.OpenPath(0, token));
            return new VirtualPath(link, Replies.expect(Message.PathOpen.class, link.answer()), signer);
        } catch (WireException e) {
            link.close();
            throw Replies.broken(e, "relay " + first);
        } catch (IOException e) {
            link.close();
            throw new TransferException(
                    Reason.UNREACHABLE, "relay " + first + " did not answer: " + ErrorText.of(e), e);
        } catch (TransferException e) {
            link.close();
            throw new TransferException(e.reason(), "relay " + first + ": " + e.getMessage());
        }
    }

    /** A relay that we are not paired with must be of our own home. */
    private Fingerprint fingerprint(NodeAddress relay) throws TransferException {
        Optional<Fingerprint> pinned =
                StorageErrors.mapped("reading", "the paired peers", () -> peers.node(relay.host(), relay.port()));
        return pinned.orElse(identity.fingerprint());
    }
}
