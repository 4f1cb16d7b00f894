package org.waybill.engine.identity;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;

/**
 * The Ed25519 key (RFC 8032) that signs route tokens, kept as {@code route-key} next to a home's identity. Public keys
 * are handled as their 32 bytes. A home's key carries an endorsement by the home's certificate, so that a node that
 * trusts the certificate can trust the key without having seen it before.
 */
public final class RouteKey {
    /** Length of a raw public key. */
    public static final int KEY_BYTES = 32;
    /** Length of a signature. */
    public static final int SIGNATURE_BYTES = 64;

    private static final String FILE = "route-key";
    private static final byte[] ENDORSEMENT = "waybill 1 route key".getBytes(StandardCharsets.US_ASCII);
    /** SubjectPublicKeyInfo of Ed25519 up to the key itself (RFC 8410, section 4). */
    private static final byte[] KEY_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private final PrivateKey key;
    private final byte[] publicKey;

    private RouteKey(PrivateKey key, byte[] publicKey) {
        this.key = key;
        this.publicKey = publicKey;
    }

    /** A key that is kept nowhere. */
    public static RouteKey create() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            byte[] encoded = pair.getPublic().getEncoded();
            return new RouteKey(pair.getPrivate(), Arrays.copyOfRange(encoded, KEY_PREFIX.length, encoded.length));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Ed25519 is not available in this Java", e);
        }
    }

    /** The key of a home; made when there is none. */
    public static RouteKey loadOrCreate(Path home) throws TransferException {
        Path file = home.resolve(FILE);
        try {
            if (!Files.exists(file)) {
                keepNew(home, file);
            }
            PrivateKeyFiles.requirePrivate(file);
            return parse(Files.readAllLines(file));
        } catch (IOException e) {
            throw new TransferException(Reason.PERMISSION, "cannot use the key in " + file + ": " + e, e);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new TransferException(
                    Reason.BAD_INPUT, file + " contains no usable key; move it away and a new one is" + " made", e);
        }
    }

    private static void keepNew(Path home, Path file) throws IOException {
        PrivateFiles.holding(home.resolve(FILE + ".lock"), () -> {
            if (!Files.exists(file)) {
                RouteKey fresh = create();
                PrivateFiles.replace(
                        file,
                        Base64.getEncoder().encodeToString(fresh.key.getEncoded()) + "\n"
                                + HexFormat.of().formatHex(fresh.publicKey) + "\n");
            }
            return file;
        });
    }

    private static RouteKey parse(List<String> lines) throws GeneralSecurityException {
        if (lines.size() < 2) {
            throw new IllegalArgumentException("expected two lines");
        }
        PrivateKey key = KeyFactory.getInstance("Ed25519")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(lines.get(0))));
        byte[] publicKey = HexFormat.of().parseHex(lines.get(1));
        RouteKey parsed = new RouteKey(key, publicKey);
        if (!verifies(publicKey, ENDORSEMENT, parsed.sign(ENDORSEMENT))) {
            throw new IllegalArgumentException("the two keys do not belong together");
        }
        return parsed;
    }

    /** The 32 bytes by which others know this key. */
    public byte[] publicKey() {
        return publicKey.clone();
    }

    /** Signs; 64 bytes. */
    public byte[] sign(byte[] message) {
        return sign("Ed25519", key, message);
    }

    /** Whether {@code signature} over {@code message} was made with the key of these 32 bytes. */
    public static boolean verifies(byte[] publicKey, byte[] message, byte[] signature) {
        try {
            byte[] encoded = Arrays.copyOf(KEY_PREFIX, KEY_PREFIX.length + KEY_BYTES);
            System.arraycopy(publicKey, 0, encoded, KEY_PREFIX.length, KEY_BYTES);
            PublicKey key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
            return verifies("Ed25519", key, signature, message);
        } catch (GeneralSecurityException | IndexOutOfBoundsException _) {
            return false;
        }
    }

    /** The statement of {@code identity} that this key speaks for it. */
    public byte[] endorsement(NodeIdentity identity) {
        return sign("SHA256withECDSA", identity.key(), ENDORSEMENT, publicKey);
    }

    /** Whether the holder of this certificate's key stated that the route key speaks for it. */
    public static boolean isEndorsed(byte[] routeKey, PublicKey certified, byte[] endorsement) {
        return verifies("SHA256withECDSA", certified, endorsement, ENDORSEMENT, routeKey);
    }

    private static byte[] sign(String algorithm, PrivateKey key, byte[]... parts) {
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            for (byte[] part : parts) {
                signature.update(part);
            }
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean verifies(String algorithm, PublicKey key, byte[] signature, byte[]... parts) {
        try {
            Signature check = Signature.getInstance(algorithm);
            check.initVerify(key);
            for (byte[] part : parts) {
                check.update(part);
            }
            return check.verify(signature);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }
}
