package org.waybill.engine.overlay;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.RouteKey;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.wire.WireWriter;

/**
 * Signs route tokens: {@code u16 length | token | u8 issuer kind | key (32) | [certificate, endorsement] | signature
 * (64)}, the signature over all before it. A client signs with its home's own key, which its certificate endorses and
 * which counts at nodes that know the certificate; an advisor service signs with a key that nodes were configured to
 * honour.
 */
public final class TokenSigner {
    /** How long a token can be used to open its path. */
    public static final Duration LIFETIME = Duration.ofMinutes(10);

    static final int BY_ISSUER = 0;
    static final int BY_IDENTITY = 1;

    private final RouteKey key;
    private final byte[] issuer;
    private final SecureRandom random = new SecureRandom();

    /** @param issuer whose key this is, as tokens bear it */
    TokenSigner(RouteKey key, byte[] issuer) {
        this.key = key;
        this.issuer = issuer;
    }

    /** Signs as the client that owns {@code home}. */
    public static TokenSigner ofHome(Path home) throws TransferException {
        return of(NodeIdentity.loadOrCreate(home), RouteKey.loadOrCreate(home));
    }

    static TokenSigner of(NodeIdentity identity, RouteKey key) {
        try {
            byte[] certificate = identity.certificate().getEncoded();
            byte[] endorsement = key.endorsement(identity);
            return new TokenSigner(
                    key,
                    new WireWriter()
                            .u8(BY_IDENTITY)
                            .raw(key.publicKey())
                            .u16(certificate.length)
                            .raw(certificate)
                            .u8(endorsement.length)
                            .raw(endorsement)
                            .toBytes());
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A new token for one path. */
    public byte[] issue(
            Fingerprint holder, List<RouteToken.Hop> hops, NodeAddress destination, long bytes, Instant now) {
        byte[] nonce = new byte[RouteToken.NONCE_BYTES];
        random.nextBytes(nonce);
        return sign(new RouteToken(nonce, holder, hops, destination, bytes, now.plus(LIFETIME)));
    }

    byte[] sign(RouteToken token) {
        byte[] body = token.encode();
        byte[] signed = new WireWriter().u16(body.length).raw(body).raw(issuer).toBytes();
        return new WireWriter().raw(signed).raw(key.sign(signed)).toBytes();
    }
}
