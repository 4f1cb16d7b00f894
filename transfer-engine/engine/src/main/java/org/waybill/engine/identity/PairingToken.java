package org.waybill.engine.identity;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Locale;
import org.waybill.engine.storage.Sha256;

/** A one-time secret of 128 bits, shown as 26 letters and digits (RFC 4648 base 32) in groups. */
public final class PairingToken {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
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
        byte[] secret = new byte[BYTES];
        int bits = 0;
        int held = 0;
        int at = 0;
        for (int i = 0; i < CHARACTERS; i++) {
            char c = plain.charAt(i);
            int value = ALPHABET.indexOf(c);
            if (value < 0) {
                throw new IllegalArgumentException("a pairing token has no character '" + c + "'");
            }
            held = held << 5 | value;
            bits += 5;
            if (bits >= 8 && at < BYTES) {
                bits -= 8;
                secret[at++] = (byte) (held >> bits);
                held &= (1 << bits) - 1;
            }
        }
        return new PairingToken(secret);
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
        StringBuilder out = new StringBuilder();
        int held = 0;
        int bits = 0;
        int shown = 0;
        for (int i = 0; i < BYTES || bits > 0; ) {
            if (bits < 5 && i < BYTES) {
                held = held << 8 | (secret[i++] & 0xff);
                bits += 8;
                continue;
            }
            int value = bits >= 5 ? held >> (bits - 5) : held << (5 - bits);
            bits = Math.max(0, bits - 5);
            held &= (1 << bits) - 1;
            if (shown > 0 && shown % 5 == 0) {
                out.append('-');
            }
            out.append(ALPHABET.charAt(value & 31));
            shown++;
        }
        return out.toString();
    }

    @Override
    public String toString() {
        return "PairingToken";
    }
}
