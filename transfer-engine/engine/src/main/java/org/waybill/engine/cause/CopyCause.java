package org.waybill.engine.cause;

import static org.waybill.engine.cause.RateCause.cause;
import static org.waybill.engine.cause.RateCause.percent;

import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.cause.RateCause.Code;

/**
 * What bounded a copy between two endpoints that are not both ours: from where its threads spent their time, and from
 * the kernel's account of the connections. What the other side does behind its socket cannot be seen; where the
 * evidence ends, the cause is unknown, and the text says what is known.
 */
public final class CopyCause {
    private static final double BUSY_CPU = 0.85;
    private static final int MANY_FILES = 50;
    /** After a loss every segment of a window comes out of order until the gap is filled. */
    private static final double OUT_OF_ORDER = 0.02;

    private static final double FULL_WINDOW = 0.6;

    private CopyCause() {}

    /** Where an endpoint is. */
    public enum Place {
        DISK,
        STREAM,
        FAR
    }

    /**
     * Where the threads that copied spent their time: shares of its sum, 0..1.
     *
     * @param read waiting for the source
     * @param hash computing SHA-256
     * @param pace waiting for the rate limit
     * @param write until the target had taken the data
     * @param verify comparing afterwards
     */
    public record Shares(double read, double hash, double pace, double write, double verify) {}

    /**
     * The kernel's account of the connections to the remote hosts, summed.
     *
     * @param busyShare time with data unacknowledged, of the time that the threads copied, 0..1
     * @param receiverLimitedShare of the busy time: the peer's window was full
     * @param senderBufferLimitedShare of the busy time: our send buffer was
     * @param windowFill the part of our receive window that was at least in flight, 0..1: rate x shortest round trip
     * @param trips of the connections that carried the data, as the side here saw them
     */
    public record Network(
            long sentBytes,
            long retransmittedBytes,
            double busyShare,
            double receiverLimitedShare,
            double senderBufferLimitedShare,
            long receivedBytes,
            long receivedSegments,
            long outOfOrderSegments,
            double windowFill,
            RoundTrips trips) {
        /** Nothing was seen. */
        public static final Network NONE = new Network(0, 0, 0, 0, 0, 0, 0, 0, 0, RoundTrips.UNKNOWN);
    }

    /**
     * A copy that has ended.
     *
     * @param bytes that were copied in this run
     * @param limitBitsPerSecond 0 for none
     * @param cpuShare of all processors that this process used, 0..1
     * @param windowBytes what the target's protocol lets be in flight in all its channels; 0 for no such limit
     */
    public record Copy(
            double seconds,
            long bytes,
            long files,
            long limitBitsPerSecond,
            Place source,
            Place target,
            double cpuShare,
            Shares shares,
            Network network,
            double windowBytes) {
        /** The part of the protocol's window that was at least in flight, 0..1: rate x shortest round trip. */
        double windowFill() {
            return seconds > 0 && windowBytes > 0
                    ? bytes / seconds * network.trips().leastMicros() / 1e6 / windowBytes
                    : 0;
        }
    }

    public static Cause of(Copy copy) {
        Shares shares = copy.shares();
        double bitsPerSecond = copy.seconds() > 0 ? copy.bytes() * 8 / copy.seconds() : 0;
        if (copy.limitBitsPerSecond() > 0
                && (bitsPerSecond > 0.85 * copy.limitBitsPerSecond() || shares.pace() > RateCause.MOST)) {
            return cause(Code.LIMIT, RateCause.LIMITED, percent(bitsPerSecond / copy.limitBitsPerSecond()));
        }
        if (copy.files() >= MANY_FILES && copy.bytes() / copy.files() < RateCause.SMALL_FILE_BYTES) {
            return cause(Code.SMALL_FILES, RateCause.SMALL, copy.files(), copy.bytes() / copy.files());
        }
        if (copy.bytes() < RateCause.LEAST_BYTES) {
            return cause(Code.UNKNOWN, RateCause.TOO_SMALL, copy.bytes());
        }
        if (shares.hash() > RateCause.MOST) {
            return cause(Code.CPU, "SHA-256 took %.0f %% of the time", percent(shares.hash()));
        }
        if (copy.cpuShare() > BUSY_CPU) {
            return cause(Code.CPU, "this process used %.0f %% of the processors", percent(copy.cpuShare()));
        }
        if (shares.verify() > RateCause.MOST) {
            return cause(Code.UNKNOWN, "comparing afterwards took %.0f %% of the time", percent(shares.verify()));
        }
        if (shares.read() > RateCause.MOST) {
            return byReading(copy);
        }
        return shares.write() > RateCause.MOST ? byWriting(copy) : Cause.UNKNOWN;
    }

    private static Cause byReading(Copy copy) {
        double waited = percent(copy.shares().read());
        Network seen = copy.network();
        if (copy.source() == Place.DISK) {
            return cause(Code.DISK, RateCause.SOURCE_DISK, waited);
        }
        if (copy.source() == Place.STREAM) {
            return cause(Code.UNKNOWN, "waited %.0f %% of the time for standard input", waited);
        }
        if (seen.receivedBytes() < copy.bytes() / 2) {
            return cause(
                    Code.UNKNOWN,
                    "waited %.0f %% of the time for the source; its connections were not measured",
                    waited);
        }
        double disordered = (double) seen.outOfOrderSegments() / Math.max(1, seen.receivedSegments());
        if (disordered > OUT_OF_ORDER && seen.trips().isQueued()) {
            return cause(Code.PATH, RateCause.QUEUED);
        }
        if (disordered > OUT_OF_ORDER) {
            return cause(Code.LOSS, "%.1f %% of the segments arrived after a missing one", 100 * disordered);
        }
        if (seen.windowFill() > FULL_WINDOW) {
            return cause(
                    Code.WINDOW,
                    "on average %.0f %% of the receive window was in use; raise net.ipv4.tcp_rmem",
                    percent(seen.windowFill()));
        }
        return cause(
                Code.UNKNOWN,
                "waited %.0f %% of the time for the source: its disk, its processors or the"
                        + " path, but not loss or this machine's receive window",
                waited);
    }

    private static Cause byWriting(Copy copy) {
        double waited = percent(copy.shares().write());
        Network seen = copy.network();
        if (copy.target() == Place.DISK) {
            return cause(Code.DISK, RateCause.TARGET_DISK, waited);
        }
        if (copy.target() == Place.STREAM) {
            return cause(Code.UNKNOWN, "waited %.0f %% of the time for the reader of standard output", waited);
        }
        if (seen.sentBytes() < copy.bytes() / 2) {
            return cause(
                    Code.UNKNOWN,
                    "waited %.0f %% of the time for the target; its connections were not measured",
                    waited);
        }
        double loss = (double) seen.retransmittedBytes() / seen.sentBytes();
        double bitsPerSecond = copy.seconds() > 0 ? copy.bytes() * 8 / copy.seconds() : 0;
        if (seen.receiverLimitedShare() < 0.5 && seen.trips().isHeldByLoss(bitsPerSecond, loss)) {
            return cause(Code.LOSS, RateCause.RESENT, 100 * loss);
        }
        if (seen.senderBufferLimitedShare() > RateCause.MOST) {
            return cause(Code.WINDOW, RateCause.SEND_BUFFER, percent(seen.senderBufferLimitedShare()));
        }
        if (seen.receiverLimitedShare() > RateCause.MOST) {
            return cause(Code.REMOTE, RateCause.RECEIVER_WINDOW, percent(seen.receiverLimitedShare()));
        }
        if (seen.busyShare() > RateCause.MOST && seen.trips().isQueued()) {
            return cause(Code.PATH, RateCause.QUEUED);
        }
        if (copy.windowFill() > FULL_WINDOW) {
            return cause(
                    Code.WINDOW,
                    "%.0f %% of what the server's protocol lets be in flight (%.1f MiB) was on its way: a longer path"
                            + " is slower; use several files at once or another protocol",
                    percent(copy.windowFill()),
                    copy.windowBytes() / (1 << 20));
        }
        return seen.busyShare() > RateCause.MOST
                ? cause(
                        Code.PATH,
                        "the network path was busy %.0f %% of the time; the congestion window bounded it",
                        percent(seen.busyShare()))
                : cause(
                        Code.UNKNOWN,
                        "waited %.0f %% of the time for the destination, with data in flight %.0f %% of"
                                + " it: the remote host is slow, or its protocol allows too little data in flight",
                        waited,
                        percent(seen.busyShare()));
    }
}
