package org.waybill.engine.node;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.waybill.engine.Reason;
import org.waybill.engine.storage.FileState;
import org.waybill.engine.storage.RefusedException;

/**
 * How much of what one client wrote is in the data directory, partial files included. Counted from the files' marks
 * when it is first asked, and again before anything is refused: the operator may have removed some.
 */
final class Quota {
    /** To count may take this part of the time: files that the operator removes are noticed without a notification. */
    private static final int COUNTING_SHARE = 20;

    private static final long LEAST_PAUSE_NANOS = 200_000_000;

    private final Path directory;
    private final String client;
    private final long limitBytes;
    private long usedBytes = -1;
    private long nextCountNanos;
    /** Files have grown: one that got no name, because it was refused or its client went away, is gone again. */
    private boolean grown;

    /**
     * Of one client.
     *
     * @param directory where its files are looked for
     * @param client its fingerprint, as marks bear it
     */
    Quota(Path directory, String client, long limitBytes) {
        this.directory = directory;
        this.client = client;
        this.limitBytes = limitBytes;
    }

    long limitBytes() {
        return limitBytes;
    }

    synchronized long usedBytes() throws IOException {
        if (usedBytes < 0 || grown) {
            usedBytes = count();
            grown = false;
        }
        return usedBytes;
    }

    /**
     * Before anything is sent that does not fit.
     *
     * @throws RefusedException if fewer than {@code wantedBytes} are left
     */
    void require(long wantedBytes) throws IOException {
        if (leftBytes(wantedBytes) < wantedBytes) {
            throw refused();
        }
    }

    /** @param wantedBytes fewer than these are a refusal, before which all is counted again */
    synchronized long leftBytes(long wantedBytes) throws IOException {
        boolean due = usedBytes > limitBytes / 2 && System.nanoTime() - nextCountNanos >= 0;
        if (due || limitBytes - usedBytes() < wantedBytes) {
            usedBytes = count();
        }
        return Math.max(0, limitBytes - usedBytes());
    }

    /** Takes room for a partial file, which has its mark and its full length already: counting finds it. */
    synchronized void take(long bytes) throws IOException {
        usedBytes = usedBytes < 0 || usedBytes + bytes > limitBytes ? count() : usedBytes + bytes;
        if (usedBytes > limitBytes) {
            usedBytes -= bytes;
            throw refused();
        }
    }

    /** Reserves room for more bytes of a file that is growing. */
    synchronized void grow(long bytes) throws IOException {
        long wanted = (usedBytes < 0 ? count() : usedBytes) + bytes;
        grown = true;
        if (wanted > limitBytes) {
            wanted = count() + bytes;
        }
        if (wanted > limitBytes) {
            throw refused();
        }
        usedBytes = wanted;
    }

    /** The amount of what counted that is gone. */
    synchronized void giveBack(long bytes) {
        usedBytes = usedBytes < 0 ? usedBytes : Math.max(0, usedBytes - bytes);
    }

    private RefusedException refused() {
        return new RefusedException(
                Reason.DISK_FULL,
                "this client's quota at the node, " + limitBytes
                        + " bytes, would be exceeded; remove files, or ask the node's operator for a larger quota");
    }

    boolean counts(String mark) {
        return mark.startsWith(client) || mark.endsWith(client);
    }

    private long count() throws IOException {
        long[] bytes = new long[1];
        Set<Object> shared = new HashSet<>();
        long startNanos = System.nanoTime();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                Optional<String> mark = attributes.isRegularFile()
                        ? OwnerAttribute.of(file, LinkOption.NOFOLLOW_LINKS)
                        : Optional.empty();
                if (mark.filter(Quota.this::counts).isPresent() && isFirstName(file, attributes)) {
                    bytes[0] += attributes.size();
                }
                return FileVisitResult.CONTINUE;
            }

            private boolean isFirstName(Path file, BasicFileAttributes attributes) {
                Object inode = attributes.fileKey();
                return inode == null || FileState.names(file) <= 1 || shared.add(inode);
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException error) {
                return FileVisitResult.CONTINUE;
            }
        });
        long nowNanos = System.nanoTime();
        nextCountNanos = nowNanos + LEAST_PAUSE_NANOS + COUNTING_SHARE * (nowNanos - startNanos);
        return bytes[0];
    }
}
