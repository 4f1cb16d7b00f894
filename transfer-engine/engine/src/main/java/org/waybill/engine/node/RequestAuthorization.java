package org.waybill.engine.node;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.Operation;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.storage.BadNameException;
import org.waybill.engine.storage.EntryNames;

/**
 * Who asks a node, and what it may do there: what its own pairing grants, and if it is a node that acts for a client,
 * no more than that client's.
 *
 * @param peer the certificate that was shown
 * @param behalf the client that it says to act for; null if it acts for itself
 * @param own whether it is this node's own identity and acts for itself
 * @param quotas bytes by whom they are granted to, where they are limited
 */
record RequestAuthorization(
        Fingerprint peer, @Nullable Fingerprint behalf, boolean own, Grant grant, Map<Fingerprint, Grant> quotas) {
    private static final int FINGERPRINT_BYTES = 32;

    /**
     * What the book says now; empty if the peer is a stranger, or a node that acts for one.
     *
     * @param home this node's own certificate
     * @param claimed as in {@code Hello}
     */
    static Optional<RequestAuthorization> of(PeerStore book, Fingerprint home, Fingerprint peer, byte[] claimed)
            throws IOException {
        Optional<Grant> known = grant(book, home, peer);
        if (known.isEmpty() || (claimed.length != 0 && claimed.length != FINGERPRINT_BYTES)) {
            return Optional.empty();
        }
        Fingerprint behalf = claimed.length == 0 ? peer : Fingerprint.ofBytes(claimed);
        if (behalf.equals(peer)) {
            return Optional.of(new RequestAuthorization(
                    peer, null, peer.equals(home), known.get(), limited(peer, known.get(), peer, known.get())));
        }
        return grant(book, home, behalf)
                .flatMap(others -> known.get()
                        .and(others)
                        .map(both -> new RequestAuthorization(
                                peer, behalf, false, both, limited(peer, known.get(), behalf, others))));
    }

    private static Optional<Grant> grant(PeerStore book, Fingerprint home, Fingerprint peer) throws IOException {
        return peer.equals(home) ? Optional.of(Grant.OWNER) : book.grant(peer);
    }

    private static Map<Fingerprint, Grant> limited(Fingerprint one, Grant granted, Fingerprint other, Grant others) {
        Map<Fingerprint, Grant> limited = new LinkedHashMap<>();
        if (granted.quotaBytes() > 0) {
            limited.put(one, granted);
        }
        if (others.quotaBytes() > 0) {
            limited.put(other, others);
        }
        return limited;
    }

    /** Whom it says to act for, as in {@code Hello}. */
    byte[] claimed() {
        return behalf == null ? new byte[0] : behalf.bytes();
    }

    /** The names along a path, if the operation is covered there. */
    List<String> check(Operation.Kind kind, String path) throws TransferException {
        List<String> names;
        try {
            names = EntryNames.split(path);
            for (String name : names) {
                // where a file system takes capitals for small letters, so must we
                EntryNames.refuseOwn(name.toLowerCase(Locale.ROOT));
            }
        } catch (BadNameException e) {
            throw new TransferException(e.reason(), "\"" + EntryNames.printable(path) + "\": " + e.getMessage(), e);
        }
        check(new Operation(kind, names));
        return names;
    }

    /** Passes if the operation is covered. */
    void check(Operation operation) throws TransferException {
        Optional<String> refusal = grant.refusal(operation);
        if (refusal.isPresent()) {
            throw new TransferException(Reason.PERMISSION, refusal.get());
        }
    }

    /** Who may see what it writes before it is whole. */
    Set<Fingerprint> writers() {
        return behalf == null ? Set.of(peer) : Set.of(peer, behalf);
    }

    /** How files are marked that it wrote: a node that acts for a client is another writer than either. */
    String mark() {
        return behalf == null ? peer.hex() : peer.hex() + "/" + behalf.hex();
    }
}
