package org.waybill.engine;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What to move and how.
 *
 * @param networkPaths which way: direct, over relays that are named, or whatever proves best
 * @param streams parallel connections, 0 to let the engine choose
 * @param rateBitsPerSecond never send faster, 0 for no limit
 * @param deadline give up then, null for never
 * @param dryRun report what would be done and move nothing
 * @param dedicated the path's bandwidth is reserved, or the user says that nobody else needs it: transports without
 *     congestion control are refused otherwise
 * @param expected checksums that the source, one file, is said to have; what has others gets no name at the
 *     destination, unless nothing is to be verified
 * @param transfer the same at each attempt at one transfer: a node that still holds the target for the attempt before
 *     hands it over; null for one attempt only
 * @param rules what of the source is copied, and what of the destination replaced
 */
public record TransferRequest(
        Location source,
        Location destination,
        NetworkPaths networkPaths,
        int streams,
        long rateBitsPerSecond,
        Verify verify,
        @Nullable Instant deadline,
        boolean dryRun,
        boolean dedicated,
        List<ExpectedChecksum> expected,
        @Nullable UUID transfer,
        CopyRules rules) {
    public TransferRequest {
        expected = List.copyOf(expected);
    }

    /** A request for one attempt. */
    public TransferRequest(
            Location source,
            Location destination,
            NetworkPaths networkPaths,
            int streams,
            long rateBitsPerSecond,
            Verify verify,
            @Nullable Instant deadline,
            boolean dryRun,
            boolean dedicated,
            List<ExpectedChecksum> expected) {
        this(
                source,
                destination,
                networkPaths,
                streams,
                rateBitsPerSecond,
                verify,
                deadline,
                dryRun,
                dedicated,
                expected,
                null,
                CopyRules.USUAL);
    }

    /** A request for data of which nobody says what checksums they have. */
    public TransferRequest(
            Location source,
            Location destination,
            NetworkPaths networkPaths,
            int streams,
            long rateBitsPerSecond,
            Verify verify,
            @Nullable Instant deadline,
            boolean dryRun,
            boolean dedicated) {
        this(
                source,
                destination,
                networkPaths,
                streams,
                rateBitsPerSecond,
                verify,
                deadline,
                dryRun,
                dedicated,
                List.of());
    }

    /** A request over one path of relays, {@code host:port} in order; none for the direct path. */
    public TransferRequest(
            Location source,
            Location destination,
            List<String> via,
            int streams,
            long rateBitsPerSecond,
            Verify verify,
            @Nullable Instant deadline,
            boolean dryRun,
            boolean dedicated) {
        this(
                source,
                destination,
                NetworkPaths.through(via),
                streams,
                rateBitsPerSecond,
                verify,
                deadline,
                dryRun,
                dedicated);
    }

    /** The relays that were asked for, in order; of several paths the first one's. */
    public List<String> via() {
        return networkPaths.first();
    }

    /** A request over a path that others use too. */
    public TransferRequest(
            Location source,
            Location destination,
            List<String> via,
            int streams,
            long rateBitsPerSecond,
            Verify verify,
            @Nullable Instant deadline,
            boolean dryRun) {
        this(
                source,
                destination,
                NetworkPaths.through(via),
                streams,
                rateBitsPerSecond,
                verify,
                deadline,
                dryRun,
                false);
    }

    /** The same for a file that is said to have these checksums. */
    public TransferRequest expecting(List<ExpectedChecksum> checksums) {
        return new TransferRequest(
                source,
                destination,
                networkPaths,
                streams,
                rateBitsPerSecond,
                verify,
                deadline,
                dryRun,
                dedicated,
                checksums,
                transfer,
                rules);
    }

    /** The same for a transfer that may be begun again, each time under this name. */
    public TransferRequest named(UUID name) {
        return new TransferRequest(
                source,
                destination,
                networkPaths,
                streams,
                rateBitsPerSecond,
                verify,
                deadline,
                dryRun,
                dedicated,
                expected,
                name,
                rules);
    }

    /** The same by other rules. */
    public TransferRequest with(CopyRules others) {
        return new TransferRequest(
                source,
                destination,
                networkPaths,
                streams,
                rateBitsPerSecond,
                verify,
                deadline,
                dryRun,
                dedicated,
                expected,
                transfer,
                others);
    }

    /** The same, never faster than this either. */
    public TransferRequest within(long mostBitsPerSecond) {
        long rate = rateBitsPerSecond == 0 ? mostBitsPerSecond : Math.min(rateBitsPerSecond, mostBitsPerSecond);
        return new TransferRequest(
                source,
                destination,
                networkPaths,
                streams,
                rate,
                verify,
                deadline,
                dryRun,
                dedicated,
                expected,
                transfer,
                rules);
    }

    /** The same, given up at {@code end} at the latest. */
    public TransferRequest until(Instant end) {
        return new TransferRequest(
                source,
                destination,
                networkPaths,
                streams,
                rateBitsPerSecond,
                verify,
                deadline != null && deadline.isBefore(end) ? deadline : end,
                dryRun,
                dedicated,
                expected,
                transfer,
                rules);
    }

    /** What its node hears as {@link #transfer}: 16 bytes, or none. */
    public byte[] transferName() {
        return transfer == null
                ? new byte[0]
                : ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(transfer.getMostSignificantBits())
                        .putLong(transfer.getLeastSignificantBits())
                        .array();
    }

    /** What is to be compared with {@link #expected}: nothing where nothing is to be verified. */
    public List<ExpectedChecksum> checked() {
        return verify == Verify.NONE ? List.of() : expected;
    }

    /** How the destination is compared with the source. */
    public enum Verify {
        SHA256,
        NONE
    }

    /** A plain request: direct path, the engine's choice of streams, no limit, verified. */
    public static TransferRequest of(Location source, Location destination) {
        return new TransferRequest(source, destination, NetworkPaths.DIRECT, 0, 0, Verify.SHA256, null, false, false);
    }
}
