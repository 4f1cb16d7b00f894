package org.waybill.service.overlay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.waybill.api.ServiceException;
import org.waybill.db.overlay.RouteIssuerRow;
import org.waybill.db.overlay.RouteIssuers;
import org.waybill.platform.PrivateFiles;

/**
 * Signs route tokens with this replica's Ed25519 key, which is kept in its home and nowhere else. The public halves of
 * all replicas' keys are in the database, so that nodes honour whichever replica signed.
 */
final class RouteIssuer {
    /** How long a token can be used to open its path; nodes refuse longer ones. */
    static final Duration LIFETIME = Duration.ofMinutes(10);

    private static final String FILE = "service-route-key";
    private static final int KEY_BYTES = 32;
    private static final int BY_ISSUER = 0;

    private final Path home;
    private final RouteIssuers issuers;
    private final SecureRandom random;
    private final Clock clock;
    private @Nullable Key key;

    private record Key(PrivateKey secret, byte[] open) {}

    record Signed(byte[] token, Instant notAfter) {}

    RouteIssuer(Path home, RouteIssuers issuers, SecureRandom random, Clock clock) {
        this.home = home;
        this.issuers = issuers;
        this.random = random;
        this.clock = clock;
    }

    /** The keys that nodes should honour, ours among them. */
    List<String> keys() {
        String own = HexFormat.of().formatHex(key().open());
        List<String> known = issuers.keys();
        if (known.contains(own)) {
            return known;
        }
        try {
            issuers.saveAndFlush(new RouteIssuerRow(new RouteIssuerRow.Facts(own, clock.instant())));
        } catch (DataIntegrityViolationException _) {
            // another thread of this replica was first
        }
        return issuers.keys();
    }

    /** Signs {@code token | kind of issuer | key} as {@code docs/engine-protocol.md} has it. */
    Signed sign(RouteText.Route route) {
        byte[] nonce = new byte[RouteText.NONCE_BYTES];
        random.nextBytes(nonce);
        Instant notAfter = clock.instant().plus(LIFETIME).truncatedTo(ChronoUnit.SECONDS);
        byte[] body = RouteText.encode(route, nonce, notAfter);
        Key own = key();
        byte[] signed = RouteText.frame(body, BY_ISSUER, own.open());
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(own.secret());
            signature.update(signed);
            byte[] last = signature.sign();
            byte[] token = Arrays.copyOf(signed, signed.length + last.length);
            System.arraycopy(last, 0, token, signed.length, last.length);
            return new Signed(token, notAfter);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Ed25519 is not available in this Java", e);
        }
    }

    private synchronized Key key() {
        Key known = key;
        if (known == null) {
            try {
                known = load(home.resolve(FILE));
                key = known;
            } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
                throw ServiceException.unavailable("the service cannot use its route key", e);
            }
        }
        return known;
    }

    private static Key load(Path file) throws IOException, GeneralSecurityException {
        if (!Files.exists(file)) {
            create(file);
        }
        List<String> lines = Files.readAllLines(file);
        if (lines.size() < 2) {
            throw new IllegalArgumentException("expected two lines");
        }
        PrivateKey secret = KeyFactory.getInstance("Ed25519")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(lines.get(0))));
        return new Key(secret, HexFormat.of().parseHex(lines.get(1)));
    }

    private static void create(Path file) throws IOException, GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] encoded = pair.getPublic().getEncoded();
        byte[] open = Arrays.copyOfRange(encoded, encoded.length - KEY_BYTES, encoded.length);
        PrivateFiles.replace(
                file,
                Base64.getEncoder().encodeToString(pair.getPrivate().getEncoded()) + "\n"
                        + HexFormat.of().formatHex(open) + "\n");
    }
}
