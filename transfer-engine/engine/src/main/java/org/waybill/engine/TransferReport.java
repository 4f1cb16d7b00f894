package org.waybill.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a transfer went. Bytes are file bytes; goodput counts each once.
 *
 * @param bytes size of what is now at the destination
 * @param files number of files
 * @param seconds from the order to the verified destination
 * @param sha256 lower-case hex of a single file's content; of several files, the digest of the sorted lines
 *     {@code HEX  NAME}; null when nothing was verified
 * @param compared what the SHA-256 of what is at the destination was compared with
 * @param transport {@code tcp}, {@code plut}, {@code tsp}, {@code sftp}, {@code ftp}, ...
 * @param retransmittedBytes sent more than once in this run
 * @param resumedBytes found already at the destination and not sent again
 * @param cause what bounded the rate
 * @param paths what each path carried, where there was a choice; else empty
 * @param setUpSeconds how much of {@code seconds} passed before the remote host had accepted the request; 0 if that
 *     cannot be known
 * @param notTransferred what was left out on purpose
 * @param unsent the files of which nothing was sent
 */
public record TransferReport(
        long bytes,
        long files,
        double seconds,
        @Nullable String sha256,
        Compared compared,
        String transport,
        List<String> via,
        int streams,
        long retransmittedBytes,
        long resumedBytes,
        Cause cause,
        List<PathShare> paths,
        double setUpSeconds,
        List<NotTransferred> notTransferred,
        Unsent unsent) {
    public TransferReport {
        via = List.copyOf(via);
        paths = List.copyOf(paths);
        notTransferred = List.copyOf(notTransferred);
    }

    /** What a SHA-256 at the destination was compared with: the least of all files. */
    public enum Compared {
        /** With the source's own, or with that of bytes that nothing on the path could alter unnoticed. */
        SOURCE,
        /** With that of what arrived here; a byte altered in transit is in both. */
        ARRIVED,
        NOTHING
    }

    /**
     * Files of which nothing was sent.
     *
     * @param found that were at the destination as a whole
     * @param linked further names of a file that was sent or found, which became hard links to it
     */
    public record Unsent(long found, long linked) {
        public static final Unsent NONE = new Unsent(0, 0);

        /** Of some files the same share as of their bytes, where no more is known: all only where all bytes were there. */
        public static long share(long files, long foundBytes, long ofBytes) {
            return foundBytes < ofBytes
                    ? Math.min(Math.max(0, files - 1), Math.round((double) files * foundBytes / ofBytes))
                    : files;
        }
    }

    /** Of which something was sent: what a transfer's time depends on, as on the bytes that were sent. */
    public long sentFiles() {
        return Math.max(0, files - unsent.found - unsent.linked);
    }

    /** The report of a transfer that sent nothing. */
    public static TransferReport unsent(
            long bytes, long files, double seconds, String transport, List<String> via, List<NotTransferred> left) {
        return new TransferReport(
                bytes,
                files,
                seconds,
                null,
                Compared.NOTHING,
                transport,
                via,
                0,
                0,
                0,
                Cause.UNKNOWN,
                List.of(),
                0,
                left,
                Unsent.NONE);
    }

    /**
     * What one of several paths carried.
     *
     * @param via its relays, none for the direct path
     * @param bytes new ones that it delivered
     * @param cachedBytes that its relay had kept of an earlier copy, and did not have to receive
     */
    public record PathShare(List<String> via, long bytes, long cachedBytes) {
        public PathShare {
            via = List.copyOf(via);
        }

        /** Of relays that keep nothing. */
        public PathShare(List<String> via, long bytes) {
            this(via, bytes, 0);
        }
    }

    /**
     * New bits delivered per second (Lu 2011: goodput), from the acceptance of the request to the verified destination;
     * 0 for a transfer that took no measurable time.
     */
    public double goodputBitsPerSecond() {
        double carrying = seconds - setUpSeconds;
        return carrying > 0 ? (bytes - resumedBytes) * 8 / carrying : 0;
    }

    /**
     * The report of a transfer that took several attempts, from that of the last one.
     *
     * @param allSeconds from the first attempt to the verified destination
     * @param foundBytes were at the destination before the first attempt; the files that were, by the same share
     */
    public TransferReport ofAllAttempts(double allSeconds, long foundBytes) {
        long foundFiles = Unsent.share(unsent.found, foundBytes, resumedBytes);
        return new TransferReport(
                bytes,
                files,
                allSeconds,
                sha256,
                compared,
                transport,
                via,
                streams,
                retransmittedBytes,
                foundBytes,
                cause,
                paths,
                setUpSeconds,
                notTransferred,
                new Unsent(foundFiles, unsent.linked));
    }

    /** The same, with what else is known of its cause. */
    public TransferReport because(Cause known) {
        return new TransferReport(
                bytes,
                files,
                seconds,
                sha256,
                compared,
                transport,
                via,
                streams,
                retransmittedBytes,
                resumedBytes,
                known,
                paths,
                setUpSeconds,
                notTransferred,
                unsent);
    }

    /** Whether nothing was sent because every file was there already, be they empty. */
    public boolean foundEverything() {
        return files > 0 && sentFiles() == 0;
    }

    /** Whether no file was sent: there was none to copy, or everything was there already. */
    public boolean sentNothing() {
        return files == 0 || foundEverything();
    }

    /** A stable code ({@code WINDOW}, {@code LOSS}, {@code DISK}, {@code CPU}, ..., {@code UNKNOWN}) and evidence. */
    public record Cause(String code, String text) {
        public static final Cause UNKNOWN = new Cause("UNKNOWN", "not determined");
    }
}
