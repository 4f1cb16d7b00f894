package org.waybill.engine.link;

import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PairingToken;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.wire.Message;

/** Pairs this {@code WAYBILL_HOME} with a node, once; afterwards both know each other's certificate. */
public final class PairingClient {
    private PairingClient() {}

    /**
     * Proves to the node that we hold its token, checks that it holds it too, and pins it under {@code host:port}.
     *
     * @param token as the node printed it
     * @return the node's fingerprint, to be shown to the user
     */
    public static Fingerprint pair(Path home, String host, int port, String token) throws TransferException {
        return pair(home, host, port, token, Grant.OWNER).node();
    }

    /**
     * What came of it.
     *
     * @param grant what the node lets us do; null if it is an older one, which does not say
     */
    public record Paired(Fingerprint node, @Nullable Grant grant) {}

    /**
     * The same, asking for no more than we need.
     *
     * @param wish bounds what the token gives
     */
    public static Paired pair(Path home, String host, int port, String token, Grant wish) throws TransferException {
        PairingToken secret;
        try {
            secret = PairingToken.parse(token);
        } catch (IllegalArgumentException e) {
            throw new TransferException(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
        NodeIdentity own = NodeIdentity.loadOrCreate(home);
        NodeAddress node = new NodeAddress(host, port);
        // any certificate is let through the handshake: the proofs over both certificates decide
        try (ControlLink link = new NodeConnector(node, own, _ -> true, PinnedTls.APPLICATION_PROTOCOL)
                .connect(AddressLookup.ofUser())) {
            Fingerprint peer = link.peer();
            byte[] proof = secret.clientProof(own.fingerprint(), peer);
            link.send(
                    wish.equals(Grant.OWNER)
                            ? new Message.PairRequest(proof)
                            : new Message.PairAsk(proof, wish.text()));
            Message.PairAccepted accepted = Replies.expect(Message.PairAccepted.class, link.answer());
            if (!MessageDigest.isEqual(accepted.proof(), secret.nodeProof(own.fingerprint(), peer))) {
                throw new TransferException(
                        Reason.CERTIFICATE,
                        node + " does not know this token: another machine"
                                + " may be answering in the node's place; nothing was stored");
            }
            new PeerStore(home).pinNode(host, port, peer);
            return new Paired(peer, granted(link));
        } catch (IOException e) {
            throw Replies.broken(e, node.toString());
        }
    }

    private static @Nullable Grant granted(ControlLink link) {
        try {
            return link.receive() instanceof Message.PairGranted granted ? Grant.parse(granted.grant()) : null;
        } catch (IOException | IllegalArgumentException _) {
            return null;
        }
    }
}
