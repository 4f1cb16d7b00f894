package org.waybill.engine.mover;

import java.io.IOException;
import java.security.MessageDigest;

/**
 * A durable record of what arrived in a partial file: the SHA-256 of ever longer prefixes. After a crash it shows how
 * much of the partial file is exactly what was received, even after a torn write or a change by another program.
 */
public interface PrefixLedger extends AutoCloseable {
    /** Bytes between two marks: at most this amount, and what was altered, is sent again after a crash. */
    long INTERVAL_BYTES = 16L << 20;

    /** The longest prefix of the partial file that matches a mark, and the running digest of it. */
    Verified verify() throws IOException;

    /**
     * Starts the record of another run.
     *
     * @param version of the source that is read now, as a word
     * @param keep whether what {@link #verify} found is of that version, and stays
     */
    void begin(String version, boolean keep) throws IOException;

    /** Notes that the first {@code bytes} have this digest. */
    void mark(long bytes, byte[] sha256) throws IOException;

    /** Drops the record. */
    void delete() throws IOException;

    @Override
    void close();

    /**
     * A prefix that is certain.
     *
     * @param running a SHA-256 over the prefix, ready for what follows it
     * @param version of the source that the last run read; empty where none was noted
     */
    record Verified(long bytes, MessageDigest running, String version) {}
}
