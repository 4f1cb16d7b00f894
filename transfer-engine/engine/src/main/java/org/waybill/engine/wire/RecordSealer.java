package org.waybill.engine.wire;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/** Seals the payloads of one data connection, in order. Used by one thread. */
public final class RecordSealer {
    private final @Nullable RecordCipher cipher;

    private RecordSealer() {
        cipher = null;
    }

    /** For a stream whose every datagram is sealed: records in clear, with zeros for a tag. */
    public static RecordSealer none() {
        return new RecordSealer();
    }

    RecordSealer(DataKeys keys, int connection) {
        this.cipher = new RecordCipher(keys, connection, Cipher.ENCRYPT_MODE);
    }

    /**
     * Writes a whole record to the start of {@code out}.
     *
     * @param payload at most {@link RecordFormat#MAX_PAYLOAD} bytes; none at all ends the stream
     * @param out has room for {@link RecordFormat#MAX_RECORD}; another array than {@code payload}
     * @return the record's length
     */
    public int seal(byte[] payload, int length, byte[] out) {
        int sealed = length + RecordFormat.TAG_BYTES;
        ByteBuffer.wrap(out).putInt(0, sealed);
        RecordCipher sealing = cipher;
        if (sealing == null) {
            System.arraycopy(payload, 0, out, RecordFormat.LENGTH_BYTES, length);
            Arrays.fill(out, RecordFormat.LENGTH_BYTES + length, RecordFormat.LENGTH_BYTES + sealed, (byte) 0);
            return RecordFormat.LENGTH_BYTES + sealed;
        }
        try {
            sealing.next(sealed, payload, 0, length, out, RecordFormat.LENGTH_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return RecordFormat.LENGTH_BYTES + sealed;
    }
}
