package org.waybill.engine.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.waybill.engine.Reason;
import org.waybill.engine.driver.RefusedConnectionsLog;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.PairedClient;
import org.waybill.engine.identity.PairingTokens;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/** Where a stranger may prove that it holds a pairing token, once, and do nothing else. */
record NodePairing(ControlLink link, Fingerprint peer, InetSocketAddress address, NodeServices services) {

    static boolean isFor(Message message) {
        return message instanceof Message.PairRequest || message instanceof Message.PairAsk;
    }

    void serve(Message message) throws IOException {
        switch (message) {
            case Message.PairRequest request -> pair(request.proof(), Grant.OWNER);
            case Message.PairAsk ask -> pair(ask.proof(), wish(ask.wish()));
            default ->
                link.refuse(
                        Reason.AUTHENTICATION,
                        "this client is not paired with the node; run: waybill pair"
                                + " HOST:PORT (the node's operator has the token), or use the node's WAYBILL_HOME");
        }
    }

    private static Grant wish(String text) throws WireException {
        try {
            return Grant.parse(text);
        } catch (IllegalArgumentException e) {
            throw new WireException("invalid grant request: " + e.getMessage());
        }
    }

    /** @param wish what the client asks for at most */
    private void pair(byte[] proof, Grant wish) throws IOException {
        Fingerprint own = services.identity().fingerprint();
        Optional<PairingTokens.Open> token = services.tokens().redeem(proof, peer, own);
        if (token.isEmpty()) {
            RefusedConnectionsLog.note(
                    RefusedConnectionsLog.SECURITY,
                    "refused pairing",
                    address.getAddress().getHostAddress(),
                    "wrong, used or too old a token");
            link.refuse(
                    Reason.AUTHENTICATION,
                    "the pairing token is wrong, used or too old; on the node's machine 'waybill"
                            + " node peers token' makes a new one");
            return;
        }
        Optional<Grant> grant = token.get().grant().and(wish);
        if (grant.isEmpty()) {
            link.refuse(
                    Reason.PERMISSION,
                    "the pairing token is for " + token.get().grant().pathText() + " and not for " + wish.pathText()
                            + "; it cannot be used again: ask the node's operator for another one");
            return;
        }
        services.peers()
                .pinClient(new PairedClient(
                        peer,
                        Instant.now().truncatedTo(ChronoUnit.SECONDS),
                        grant.get(),
                        address.getAddress().getHostAddress(),
                        token.get().name()));
        RefusedConnectionsLog.SECURITY.log(
                System.Logger.Level.INFO,
                "paired with {0} at {1}: {2}",
                peer,
                address,
                grant.get().text());
        link.send(
                new Message.PairAccepted(token.get().token().nodeProof(peer, own)),
                new Message.PairGranted(grant.get().text()));
        link.finish();
    }
}
