package org.waybill.engine.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Which blocks of one partial file have arrived: an append-only log next to it, kept until the file has its final name.
 * Appended after the block was written. After a crash a record may name content that never reached the disk; so what is
 * read back from the log is a claim, and the block's checksum decides. See decision 0023.
 *
 * <p>A header names the source version ({@code "WBLG" | u16 version | u16 0 | u64 size | u64 modified | u32 crc}), then
 * one record a block ({@code u64 offset | u32 length | u32 crc of the content | u32 crc of the record}). The content's
 * checksum is CRC-32C: the ledger has to notice writes that a crash tore, not an attacker; the whole file's SHA-256
 * backs it.
 */
record BlockLedger(TemporaryFile file, FileChannel channel, List<Entry> found) implements Closeable {
    static final int HEADER_BYTES = 28;
    static final int RECORD_BYTES = 20;
    private static final int MAGIC = 0x57424c47;
    private static final int VERSION = 1;

    /** One block that was written: where, how long, and the CRC-32C of its content. */
    record Entry(long offset, int length, int crc32c) {
        private byte[] bytes() {
            ByteBuffer out = ByteBuffer.allocate(RECORD_BYTES)
                    .putLong(offset)
                    .putInt(length)
                    .putInt(crc32c);
            return out.putInt(crc(out.array(), 0, RECORD_BYTES - 4)).array();
        }

        /** The record at a place; null if its checksum is wrong, which is how a torn tail shows. */
        private static @Nullable Entry parse(byte[] ledger, int at) {
            ByteBuffer in = ByteBuffer.wrap(ledger, at, RECORD_BYTES).slice();
            if (in.getInt(RECORD_BYTES - 4) != crc(ledger, at, RECORD_BYTES - 4)) {
                return null;
            }
            Entry entry = new Entry(in.getLong(0), in.getInt(8), in.getInt(12));
            return entry.offset() < 0 || entry.length() <= 0 ? null : entry;
        }
    }

    /** A ledger is never longer: 2^31 bytes hold the blocks of a 25 TiB file. */
    private static final long MAX_BYTES = Integer.MAX_VALUE - 64;

    /**
     * Opens the ledger of this source version; one of another version, or a damaged one, is started again.
     *
     * @param file closed with the ledger; by its opener if there is none
     */
    public static BlockLedger open(TemporaryFile file, SourceVersion source) throws IOException {
        List<Entry> entries = new ArrayList<>();
        long end = read(file.path(), source, entries);
        FileChannel channel = file.channel(StandardOpenOption.WRITE);
        try {
            channel.truncate(end);
            channel.position(end);
            if (end == 0) {
                writeAll(channel, header(source));
            }
            return new BlockLedger(file, channel, entries);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static long read(Path file, SourceVersion source, List<Entry> entries) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            return 0;
        }
        byte[] bytes = Files.readAllBytes(file);
        if (!source.equals(parseHeader(bytes))) {
            return 0;
        }
        int at = HEADER_BYTES;
        while (bytes.length - at >= RECORD_BYTES) {
            Entry entry = Entry.parse(bytes, at);
            if (entry == null) {
                break;
            }
            entries.add(entry);
            at += RECORD_BYTES;
        }
        return at;
    }

    private static byte[] header(SourceVersion source) {
        ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES)
                .putInt(MAGIC)
                .putShort((short) VERSION)
                .putShort((short) 0)
                .putLong(source.sizeBytes())
                .putLong(source.modifiedNanos());
        return out.putInt(crc(out.array(), 0, HEADER_BYTES - 4)).array();
    }

    /** The source version of a ledger; null if this is not a whole header. */
    private static @Nullable SourceVersion parseHeader(byte[] ledger) {
        if (ledger.length < HEADER_BYTES) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(ledger);
        boolean good = in.getInt(0) == MAGIC
                && in.getShort(4) == VERSION
                && in.getInt(HEADER_BYTES - 4) == crc(ledger, 0, HEADER_BYTES - 4);
        return good ? new SourceVersion(in.getLong(8), in.getLong(16)) : null;
    }

    static int crc(byte[] bytes, int start, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, start, length);
        return (int) crc.getValue();
    }

    /** What the log claimed when it was opened. */
    public List<Entry> found() {
        return List.copyOf(found);
    }

    /** Notes a block; call it after the block's content was written. */
    public synchronized void append(Entry entry) throws IOException {
        writeAll(channel, entry.bytes());
    }

    /** Forgets everything: the content turned out wrong. */
    public synchronized void clear() throws IOException {
        channel.truncate(HEADER_BYTES);
        channel.position(HEADER_BYTES);
    }

    private static void writeAll(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(bytes);
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    /** Removes it; to be called before it is closed. */
    public void delete() throws IOException {
        file.delete();
    }

    @Override
    public void close() throws IOException {
        try (file) {
            channel.close();
        }
    }
}
