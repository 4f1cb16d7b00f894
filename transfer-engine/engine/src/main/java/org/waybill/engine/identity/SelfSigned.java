package org.waybill.engine.identity;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Makes a new key pair and the certificate that carries it. It catches none of Bouncy Castle's exceptions by name: the
 * JVM would look them up at each start from its cache, and for that verify the signatures of a whole jar
 * (decision 0083).
 */
final class SelfSigned {
    /** Trust rests on the pinned fingerprint, not on dates: long enough never to stop a paired node by itself. */
    private static final int VALID_DAYS = 30 * 365;

    private SelfSigned() {}

    static NodeIdentity create() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = generator.generateKeyPair();
        Instant now = Instant.now();
        X500Name name = new X500Name("CN=waybill node");
        var builder = new JcaX509v3CertificateBuilder(
                name,
                new BigInteger(127, new SecureRandom()),
                Date.from(now.minus(1, ChronoUnit.DAYS)),
                Date.from(now.plus(VALID_DAYS, ChronoUnit.DAYS)),
                name,
                pair.getPublic());
        try {
            var holder = builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()));
            return new NodeIdentity(pair.getPrivate(), new JcaX509CertificateConverter().getCertificate(holder));
        } catch (GeneralSecurityException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new GeneralSecurityException(e);
        }
    }
}
