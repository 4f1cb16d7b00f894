package org.waybill.engine.wire;

import org.waybill.engine.storage.PartialFile;

/**
 * Records of a data connection: {@code u32 length | AES-128-GCM ciphertext | 16 bytes tag}. The length is authenticated
 * with the record; the nonce is the record's number, never sent, so a record lost, repeated or reordered does not open.
 * An empty record ends the stream. A new key is taken every 2^22 records (RFC 9001, section 6.6, allows 2^23).
 */
public final class RecordFormat {
    /** The most a block's payload may carry of file content. */
    public static final int MAX_CONTENT = PartialFile.BLOCK_BYTES;
    /** The most a payload may have in total: many small segments need headers. */
    public static final int MAX_PAYLOAD = MAX_CONTENT + 8192;
    /** Bytes of the length before each record. */
    public static final int LENGTH_BYTES = 4;
    /** Bytes of the tag after it. */
    public static final int TAG_BYTES = 16;
    /** The longest record with length and tag. */
    public static final int MAX_RECORD = LENGTH_BYTES + MAX_PAYLOAD + TAG_BYTES;

    private RecordFormat() {}
}
