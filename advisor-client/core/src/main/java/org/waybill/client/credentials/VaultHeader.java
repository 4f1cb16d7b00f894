package org.waybill.client.credentials;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The clear beginning of a vault: how its key comes about. Authenticated together with the content.
 *
 * @param derivation {@link #KEY_FILE} or {@link #ARGON2ID}
 * @param memoryKib Argon2's memory in KiB; 0 for a key file, and so the next two
 * @param passes Argon2's passes over it
 * @param lanes Argon2's lanes
 * @param salt 16 bytes
 * @param nonce of AES-GCM, 12 bytes, new at every writing
 */
record VaultHeader(byte derivation, int memoryKib, int passes, int lanes, byte[] salt, byte[] nonce) {
    static final byte KEY_FILE = 1;
    static final byte ARGON2ID = 2;

    static final int SALT_BYTES = 16;
    static final int NONCE_BYTES = 12;
    private static final byte[] MAGIC = {'W', 'B', 'V', 'A', 'U', 'L', 'T', '1'};
    static final int BYTES = MAGIC.length + 1 + 3 * Integer.BYTES + SALT_BYTES + NONCE_BYTES;

    /** RFC 9106, section 4, second recommended option: 64 MiB, three passes, four lanes. */
    private static final int MEMORY_KIB = 64 << 10;

    private static final int PASSES = 3;
    private static final int LANES = 4;

    /** What a hostile file may cost at most. */
    private static final int MOST_MEMORY_KIB = 256 << 10;

    private static final int MOST_PASSES = 16;
    private static final int MOST_LANES = 16;

    static VaultHeader fresh(byte derivation, SecureRandom random) {
        boolean argon = derivation == ARGON2ID;
        return new VaultHeader(
                derivation,
                argon ? MEMORY_KIB : 0,
                argon ? PASSES : 0,
                argon ? LANES : 0,
                bytes(random, SALT_BYTES),
                bytes(random, NONCE_BYTES));
    }

    /** The same key, for another content. */
    VaultHeader withNewNonce(SecureRandom random) {
        return new VaultHeader(derivation, memoryKib, passes, lanes, salt, bytes(random, NONCE_BYTES));
    }

    byte[] encode() {
        return ByteBuffer.allocate(BYTES)
                .put(MAGIC)
                .put(derivation)
                .putInt(memoryKib)
                .putInt(passes)
                .putInt(lanes)
                .put(salt)
                .put(nonce)
                .array();
    }

    static VaultHeader decode(byte[] file) throws VaultException {
        if (file.length < BYTES || !Arrays.equals(Arrays.copyOf(file, MAGIC.length), MAGIC)) {
            throw new VaultException("the vault file is invalid or truncated: restore it from a backup, or remove "
                    + "it and add the accounts again");
        }
        ByteBuffer in = ByteBuffer.wrap(file, MAGIC.length, BYTES - MAGIC.length);
        byte derivation = in.get();
        int memoryKib = in.getInt();
        int passes = in.getInt();
        int lanes = in.getInt();
        byte[] salt = new byte[SALT_BYTES];
        byte[] nonce = new byte[NONCE_BYTES];
        in.get(salt).get(nonce);
        boolean plain = derivation == KEY_FILE;
        boolean argon = derivation == ARGON2ID
                && memoryKib >= 8 * lanes
                && memoryKib <= MOST_MEMORY_KIB
                && passes >= 1
                && passes <= MOST_PASSES
                && lanes >= 1
                && lanes <= MOST_LANES;
        if (!plain && !argon) {
            throw new VaultException("the vault was written by a newer Waybill, or is damaged");
        }
        return new VaultHeader(derivation, memoryKib, passes, lanes, salt, nonce);
    }

    private static byte[] bytes(SecureRandom random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
