package org.waybill.engine.storage;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's bytes. A header names the source version ({@code "WBLG" | u16 version | u16 0 | u64 size | u64 modified
 * | u32 crc}), then one record a block ({@code u64 offset | u32 length | u32 crc of the content | u32 crc of the
 * record}). The content's checksum is CRC-32C: the ledger has to notice writes that a crash tore, not an attacker; the
 * whole file's SHA-256 backs it.
 */
final class LedgerFormat {
    static final int HEADER_BYTES = 28;
    static final int RECORD_BYTES = 20;
    private static final int MAGIC = 0x57424c47;
    private static final int VERSION = 1;

    private LedgerFormat() {}

    static byte[] header(SourceVersion source) {
        ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES)
                .putInt(MAGIC)
                .putShort((short) VERSION)
                .putShort((short) 0)
                .putLong(source.sizeBytes())
                .putLong(source.modifiedNanos());
        return out.putInt(crc(out.array(), 0, HEADER_BYTES - 4)).array();
    }

    /** The source version of a ledger; null if this is not a whole header. */
    static @Nullable SourceVersion parseHeader(byte[] ledger) {
        if (ledger.length < HEADER_BYTES) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(ledger);
        boolean good = in.getInt(0) == MAGIC
                && in.getShort(4) == VERSION
                && in.getInt(HEADER_BYTES - 4) == crc(ledger, 0, HEADER_BYTES - 4);
        return good ? new SourceVersion(in.getLong(8), in.getLong(16)) : null;
    }

    static byte[] record(BlockLedger.Entry entry) {
        ByteBuffer out = ByteBuffer.allocate(RECORD_BYTES)
                .putLong(entry.offset())
                .putInt(entry.length())
                .putInt(entry.crc32c());
        return out.putInt(crc(out.array(), 0, RECORD_BYTES - 4)).array();
    }

    /** The record at a place; null if its checksum is wrong, which is how a torn tail shows. */
    static BlockLedger.@Nullable Entry parseRecord(byte[] ledger, int at) {
        ByteBuffer in = ByteBuffer.wrap(ledger, at, RECORD_BYTES).slice();
        if (in.getInt(RECORD_BYTES - 4) != crc(ledger, at, RECORD_BYTES - 4)) {
            return null;
        }
        BlockLedger.Entry entry = new BlockLedger.Entry(in.getLong(0), in.getInt(8), in.getInt(12));
        return entry.offset() < 0 || entry.length() <= 0 ? null : entry;
    }

    static int crc(byte[] bytes, int start, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, start, length);
        return (int) crc.getValue();
    }
}
