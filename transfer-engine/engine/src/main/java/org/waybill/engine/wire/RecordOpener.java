package org.waybill.engine.wire;

import java.security.GeneralSecurityException;
import java.util.Objects;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/** Opens the records of one data connection, in order. Used by one thread. */
public final class RecordOpener {
    private final @Nullable RecordCipher cipher;

    private RecordOpener() {
        cipher = null;
    }

    /** For a stream whose every datagram is sealed: records in clear, see {@link RecordSealer#none}. */
    public static RecordOpener none() {
        return new RecordOpener();
    }

    RecordOpener(DataKeys keys, int connection) {
        this.cipher = new RecordCipher(keys, connection, Cipher.DECRYPT_MODE);
    }

    /** Expects the first record again; only for {@link CipherWarmup}, whose keys protect nothing. */
    void rewind() {
        Objects.requireNonNull(cipher).rewind();
    }

    /** Checks a record's length field before anything of that size is read. */
    public static int checkedLength(int sealed) throws WireException {
        if (sealed < RecordFormat.TAG_BYTES || sealed > RecordFormat.MAX_PAYLOAD + RecordFormat.TAG_BYTES) {
            throw new AlteredException("a record of " + sealed + " bytes");
        }
        return sealed;
    }

    /**
     * Opens one record into {@code payload}, which has room for {@link RecordFormat#MAX_PAYLOAD}.
     *
     * @param start where the ciphertext starts, after the length
     * @return the payload's length; 0 ends the stream
     * @throws AlteredException if a bit of the record, its length or its place in the stream is not as it was sent
     */
    public int open(byte[] sealed, int start, int length, byte[] payload) throws WireException {
        RecordCipher opening = cipher;
        if (opening == null) {
            int plain = checkedLength(length) - RecordFormat.TAG_BYTES;
            System.arraycopy(sealed, start, payload, 0, plain);
            return plain;
        }
        try {
            return opening.next(checkedLength(length), sealed, start, length, payload, 0);
        } catch (GeneralSecurityException e) {
            throw new AlteredException("a record does not open: altered, out of order, or of another session");
        }
    }
}
