package org.waybill.engine.overlay;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.RouteKey;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.wire.WireException;
import org.waybill.engine.wire.WireReader;
import org.waybill.planner.admission.FairShares;

/** Judges route tokens: signed by a party that this node trusts, not too old, never seen before. */
final class TokenVerifier {
    /** Clocks of a token's issuer and of its relays may differ by this. */
    static final Duration CLOCK_GRACE = Duration.ofSeconds(60);

    private static final int MOST_REMEMBERED = 100_000;

    private final Trust trust;
    private final InstantSource clock;
    private final Map<String, UsedToken> seen = new LinkedHashMap<>();
    private final FairShares<Fingerprint> memory = new FairShares<>(MOST_REMEMBERED);

    private record UsedToken(Fingerprint client, Instant until) {}

    /**
     * A good token.
     *
     * @param signer the client that signed it itself; null if a service did
     */
    record Redeemed(RouteToken token, @Nullable Fingerprint signer) {
        /** On whose account it goes: a client may name any client as the holder of what it signs. */
        Fingerprint client() {
            return signer == null ? token.holder() : signer;
        }
    }

    /** Whose tokens count. */
    interface Trust {
        /** A client or ourselves, by certificate. */
        boolean identity(Fingerprint certificate) throws IOException;

        /** A service, by the hex of its key. */
        boolean issuer(String key) throws IOException;
    }

    TokenVerifier(Trust trust, InstantSource clock) {
        this.trust = trust;
        this.clock = clock;
    }

    /** The token's content if it is good; it is used up by that. */
    Redeemed redeem(byte[] signed) throws TransferException, WireException {
        WireReader in = new WireReader(signed);
        byte[] body = in.raw(in.u16());
        Fingerprint signer = checkIssuer(in, signed);
        RouteToken token = RouteToken.read(new WireReader(body));
        Instant now = clock.instant();
        if (token.notAfter().plus(CLOCK_GRACE).isBefore(now)) {
            throw new TransferException(
                    Reason.AUTHENTICATION, "the route token has expired; ask for a new one, or set" + " the clocks");
        }
        if (token.notAfter().minus(TokenSigner.LIFETIME).minus(CLOCK_GRACE).isAfter(now)) {
            throw new TransferException(
                    Reason.AUTHENTICATION,
                    "the route token is good for longer than " + TokenSigner.LIFETIME.toMinutes()
                            + " minutes from now; set the clocks");
        }
        Redeemed redeemed = new Redeemed(token, signer);
        remember(redeemed, now);
        return redeemed;
    }

    private @Nullable Fingerprint checkIssuer(WireReader in, byte[] signed) throws TransferException, WireException {
        int kind = in.u8();
        byte[] key = in.raw(RouteKey.KEY_BYTES);
        try {
            Fingerprint signer = null;
            boolean trusted = false;
            switch (kind) {
                case TokenSigner.BY_ISSUER ->
                    trusted = trust.issuer(HexFormat.of().formatHex(key));
                case TokenSigner.BY_IDENTITY -> {
                    signer = endorser(in, key);
                    trusted = signer != null;
                }
                default -> throw new WireException("a token by an unknown kind of issuer");
            }
            byte[] signature = in.raw(RouteKey.SIGNATURE_BYTES);
            in.end();
            byte[] content = Arrays.copyOf(signed, signed.length - RouteKey.SIGNATURE_BYTES);
            if (!trusted || !RouteKey.verifies(key, content, signature)) {
                throw new TransferException(
                        Reason.AUTHENTICATION,
                        "the route token is not signed by a client or service that this"
                                + " node trusts; pair with the relay once: waybill pair HOST:PORT");
            }
            return signer;
        } catch (WireException e) {
            throw e;
        } catch (IOException e) {
            throw StorageErrors.map(e, "reading", "the paired peers");
        }
    }

    /** The client whose certificate vouches for the key, if we know it. */
    private @Nullable Fingerprint endorser(WireReader in, byte[] key) throws IOException {
        byte[] der = in.raw(in.u16());
        byte[] endorsement = in.raw(in.u8());
        try {
            X509Certificate certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
            // the fingerprint first: nothing is computed for strangers
            Fingerprint signer = Fingerprint.of(certificate);
            return trust.identity(signer) && RouteKey.isEndorsed(key, certificate.getPublicKey(), endorsement)
                    ? signer
                    : null;
        } catch (CertificateException | IllegalArgumentException e) {
            throw new WireException("a token without a readable certificate");
        }
    }

    private synchronized void remember(Redeemed redeemed, Instant now) throws TransferException {
        seen.values().removeIf(old -> {
            boolean over = old.until().isBefore(now);
            if (over) {
                memory.give(old.client(), 1);
            }
            return over;
        });
        RouteToken token = redeemed.token();
        String nonce = HexFormat.of().formatHex(token.nonce());
        if (seen.containsKey(nonce)) {
            throw new TransferException(
                    Reason.AUTHENTICATION,
                    "the route token was used here before: the path leads in" + " a loop, or it is replayed");
        }
        if (!memory.take(redeemed.client(), 1)) {
            throw new TransferException(Reason.LIMIT, "too many route tokens in a short time; try again later");
        }
        seen.put(nonce, new UsedToken(redeemed.client(), token.notAfter().plus(CLOCK_GRACE)));
    }
}
