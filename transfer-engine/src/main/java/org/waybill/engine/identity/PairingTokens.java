package org.waybill.engine.identity;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * One-time tokens that pair another machine with this node. A token proves itself without being sent: both sides show
 * an HMAC keyed by it over the two certificates of the connection, so that somebody in the middle, whose certificate
 * differs, learns nothing that opens the other side. 128 random bits leave nothing to guess off line, hence no PAKE.
 */
public final class PairingTokens {
    /** How long a printed token can be used. */
    public static final Duration LIFETIME = Duration.ofHours(1);
    private static final int MAX_OPEN = 16;
    private static final int MAX_FAILURES = 10;

    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final List<Open> open = new ArrayList<>();

    private record Open(PairingToken token, Instant until) {}

    private int failures;

    public PairingTokens(InstantSource clock) {
        this.clock = clock;
    }

    /** A new token; the oldest is forgotten when too many are open. */
    public synchronized PairingToken issue() {
        if (open.size() == MAX_OPEN) {
            open.removeFirst();
        }
        failures = 0;
        PairingToken token = PairingToken.random(random);
        open.add(new Open(token, clock.instant().plus(LIFETIME)));
        return token;
    }

    /** Uses up the token that this proof was made with. Ten wrong proofs end every open token. */
    public synchronized Optional<PairingToken> redeem(byte[] proof, Fingerprint client, Fingerprint node) {
        Instant now = clock.instant();
        open.removeIf(entry -> entry.until().isBefore(now));
        for (Iterator<Open> each = open.iterator(); each.hasNext();) {
            PairingToken token = each.next().token();
            if (MessageDigest.isEqual(proof, token.clientProof(client, node))) {
                each.remove();
                return Optional.of(token);
            }
        }
        if (++failures >= MAX_FAILURES) {
            open.clear();
        }
        return Optional.empty();
    }
}
