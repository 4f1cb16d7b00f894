package org.waybill.engine.wire;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;

/** Seals the payloads of one data connection, in order. Used by one thread. */
public final class RecordSealer {
    private final RecordCipher cipher;

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
        try {
            cipher.next(sealed, payload, 0, length, out, RecordFormat.LENGTH_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return RecordFormat.LENGTH_BYTES + sealed;
    }
}
