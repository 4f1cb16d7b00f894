package org.waybill.engine.identity;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.util.encoders.Base32;
import org.waybill.engine.Sha256;

/** A one-time secret of 128 bits, shown as 26 letters and digits (RFC 4648 base 32) in groups. */
public final class PairingToken {
    private static final Pattern NO_CHARACTER = Pattern.compile("[^A-Z2-7]");
    private static final String PADDING = "======";
    private static final int BYTES = 16;
    private static final int CHARACTERS = 26;

    private final byte[] secret;

    private PairingToken(byte[] secret) {
        this.secret = secret;
    }

    static PairingToken random(SecureRandom random) {
        byte[] secret = new byte[BYTES];
        random.nextBytes(secret);
        return new PairingToken(secret);
    }

    /** Reads a token as it was printed; blanks, hyphens and small letters are accepted. */
    public static PairingToken parse(String text) {
        String plain = text.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
        if (plain.length() != CHARACTERS) {
            throw new IllegalArgumentException(
                    "a pairing token has 26 letters and digits, this one has " + plain.length());
        }
        Matcher other = NO_CHARACTER.matcher(plain);
        if (other.find()) {
            throw new IllegalArgumentException("invalid character '" + other.group() + "' in the pairing token");
        }
        return new PairingToken(Base32.decode(plain + PADDING));
    }

    /** What the client shows; bound to both certificates of the TLS connection. */
    public byte[] clientProof(Fingerprint client, Fingerprint node) {
        return proof("waybill pair client", client, node);
    }

    /** What the node answers with, so that the client knows it too. */
    public byte[] nodeProof(Fingerprint client, Fingerprint node) {
        return proof("waybill pair node", client, node);
    }

    private byte[] proof(String label, Fingerprint client, Fingerprint node) {
        return Sha256.hmac(Sha256.key(secret), label.getBytes(StandardCharsets.US_ASCII), client.bytes(), node.bytes());
    }

    /** The printed form, {@code ABCDE-FGHIJ-...}. */
    public String text() {
        return Base32.toBase32String(secret).substring(0, CHARACTERS).replaceAll(".{5}(?=.)", "$0-");
    }

    @Override
    public String toString() {
        return "PairingToken";
    }
}
