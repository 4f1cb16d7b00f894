package org.waybill.engine.cause;

import java.util.Locale;
import org.waybill.engine.TransferReport.Cause;

/** What bounded a transfer's rate, from what both sides counted. */
public final class RateCause {
    static final double MOST = 0.6;
    static final long SMALL_FILE_BYTES = 64 << 10;
    /** Less is over before anything bounds it. */
    static final long LEAST_BYTES = 1 << 20;

    // the texts that both this class and CopyCause show
    static final String LIMITED = "sent at %.0f %% of the rate limit";
    static final String TOO_SMALL = "transfer too small (%d bytes) to determine the bottleneck";
    static final String SMALL = "%d files of %d bytes on average";
    static final String RESENT = "%.2f %% of the bytes had to be sent again";
    static final String SEND_BUFFER = "the send buffer was full %.0f %% of the time; raise net.ipv4.tcp_wmem";
    static final String RECEIVER_WINDOW = "the receiver's window was full %.0f %% of the time";
    static final String TARGET_DISK = "the destination's disk was busy %.0f %% of the time";
    static final String QUEUED = "packets waited in a queue on the path: it was full";
    static final String SOURCE_DISK = "waited %.0f %% of the time for the source's disk";

    private RateCause() {}

    /** The codes that a cause may have. */
    public enum Code {
        LIMIT,
        SMALL_FILES,
        DISK,
        CPU,
        LOSS,
        WINDOW,
        REMOTE,
        PATH,
        CROSS_TRAFFIC,
        UNKNOWN
    }

    /**
     * What the source counted.
     *
     * @param seconds from the first block to the last
     * @param limitBitsPerSecond 0 for none
     * @param readShare share of the time that the reader waited for the disk, 0..1
     * @param cpuShare of all processors that this process used, 0..1
     * @param busyMicros as in the kernel's {@code tcp_info}; summed over streams, as are the next four
     * @param trips of all streams
     */
    public record Source(
            double seconds,
            long bytes,
            long files,
            long limitBitsPerSecond,
            double readShare,
            double cpuShare,
            long busyMicros,
            long receiverLimitedMicros,
            long senderBufferLimitedMicros,
            long sentBytes,
            long retransmittedBytes,
            RoundTrips trips) {}

    /** What the sink counted: new bytes, and shares of the time of its receiving, hashing and committing threads. */
    public record Sink(long bytes, double writeShare, double hashShare, double syncShare) {}

    /** The source's view. */
    public static Cause ofSource(Source seen) {
        double bitsPerSecond = seen.seconds() > 0 ? seen.bytes() * 8 / seen.seconds() : 0;
        if (seen.limitBitsPerSecond() > 0 && bitsPerSecond > 0.85 * seen.limitBitsPerSecond()) {
            // the kernel paces what it was handed sooner
            return cause(Code.LIMIT, LIMITED, percent(bitsPerSecond / seen.limitBitsPerSecond()));
        }
        if (seen.files() >= 50 && seen.bytes() / seen.files() < SMALL_FILE_BYTES) {
            return cause(Code.SMALL_FILES, SMALL, seen.files(), seen.bytes() / seen.files());
        }
        if (seen.bytes() < LEAST_BYTES) {
            return cause(Code.UNKNOWN, TOO_SMALL, seen.bytes());
        }
        if (seen.readShare() > MOST) {
            return cause(Code.DISK, SOURCE_DISK, percent(seen.readShare()));
        }
        double loss = seen.sentBytes() == 0 ? 0 : (double) seen.retransmittedBytes() / seen.sentBytes();
        double busy = Math.max(1, seen.busyMicros());
        if (seen.busyMicros() > 0
                && seen.receiverLimitedMicros() < busy / 2
                && seen.trips().isHeldByLoss(bitsPerSecond, loss)) {
            return cause(Code.LOSS, RESENT, 100 * loss);
        }
        if (seen.senderBufferLimitedMicros() > MOST * busy) {
            return cause(Code.WINDOW, SEND_BUFFER, percent(seen.senderBufferLimitedMicros() / busy));
        }
        if (seen.cpuShare() > 0.85) {
            return cause(Code.CPU, "the source used %.0f %% of its processors", percent(seen.cpuShare()));
        }
        if (seen.receiverLimitedMicros() > MOST * busy) {
            return cause(Code.REMOTE, RECEIVER_WINDOW, percent(seen.receiverLimitedMicros() / busy));
        }
        double share = seen.seconds() > 0 ? seen.busyMicros() / 1e6 / seen.seconds() : 0;
        if (share <= MOST) {
            return Cause.UNKNOWN;
        }
        return seen.trips().isQueued()
                ? cause(Code.PATH, QUEUED)
                : cause(Code.PATH, "the network path was busy all the time; the congestion window bounded it");
    }

    /** The sink's view; unknown unless the sink was what the source waited for. */
    public static Cause ofSink(Sink seen) {
        if (seen.bytes() < LEAST_BYTES) {
            return Cause.UNKNOWN;
        }
        if (seen.writeShare() > MOST || seen.syncShare() > MOST) {
            return cause(Code.DISK, TARGET_DISK, percent(Math.max(seen.writeShare(), seen.syncShare())));
        }
        if (seen.hashShare() > 0.85) {
            return cause(Code.CPU, "SHA-256 at the destination took %.0f %% of the time", percent(seen.hashShare()));
        }
        return Cause.UNKNOWN;
    }

    /** Clocks that are not read at the same moment make a share more than all. */
    static double percent(double share) {
        return 100 * Math.clamp(share, 0, 1);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the forms are the constants above
    static Cause cause(Code code, String form, Object... values) {
        return new Cause(code.name(), String.format(Locale.ROOT, form, values));
    }
}
