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

/**
 * Which blocks of one partial file have arrived: an append-only log next to it, kept until the file has its final name.
 * Appended after the block was written. After a crash a record may name content that never reached the disk; so what is
 * read back from the log is a claim, and the block's checksum decides. See decision 0023.
 */
record BlockLedger(TemporaryFile file, FileChannel channel, List<Entry> found) implements Closeable {
    /** One block that was written: where, how long, and the CRC-32C of its content. */
    record Entry(long offset, int length, int crc32c) {}

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
                writeAll(channel, LedgerFormat.header(source));
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
        if (!source.equals(LedgerFormat.parseHeader(bytes))) {
            return 0;
        }
        int at = LedgerFormat.HEADER_BYTES;
        while (bytes.length - at >= LedgerFormat.RECORD_BYTES) {
            Entry entry = LedgerFormat.parseRecord(bytes, at);
            if (entry == null) {
                break;
            }
            entries.add(entry);
            at += LedgerFormat.RECORD_BYTES;
        }
        return at;
    }

    /** What the log claimed when it was opened. */
    public List<Entry> found() {
        return List.copyOf(found);
    }

    /** Notes a block; call it after the block's content was written. */
    public synchronized void append(Entry entry) throws IOException {
        writeAll(channel, LedgerFormat.record(entry));
    }

    /** Forgets everything: the content turned out wrong. */
    public synchronized void clear() throws IOException {
        channel.truncate(LedgerFormat.HEADER_BYTES);
        channel.position(LedgerFormat.HEADER_BYTES);
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
