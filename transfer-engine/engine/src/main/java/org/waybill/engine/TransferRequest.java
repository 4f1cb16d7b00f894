package org.waybill.engine;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What to copy and how.
 *
 * @param networkPaths direct, over named relays, or the fastest of several
 * @param data streams, rate and verification
 * @param deadline when to abort, null for never
 * @param dryRun report what would be done and copy nothing
 * @param dedicated the path's bandwidth is reserved, or the user states that no other traffic needs it: transports
 *     without congestion control are refused otherwise
 * @param expected checksums that the source, one file, is said to have; a file with other checksums gets no name at the
 *     destination, unless nothing is to be verified
 * @param transfer the same at each attempt at one transfer: a node that still holds the target for the attempt before
 *     hands it over; null for one attempt only
 * @param rules what of the source is copied, and what of the destination replaced
 */
public record TransferRequest(
        Location source,
        Location destination,
        NetworkPaths networkPaths,
        DataOptions data,
        @Nullable Instant deadline,
        boolean dryRun,
        boolean dedicated,
        List<ExpectedChecksum> expected,
        @Nullable UUID transfer,
        CopyRules rules) {
    public TransferRequest {
        expected = List.copyOf(expected);
    }

    /** How the destination is compared with the source. */
    public enum Verify {
        SHA256,
        NONE
    }

    /** A request for one attempt, over a path that carries other traffic too. */
    public TransferRequest(Location source, Location destination, NetworkPaths networkPaths, DataOptions data) {
        this(source, destination, networkPaths, data, null, false, false, List.of(), null, CopyRules.USUAL);
    }

    /** A plain request: direct path, the engine's choice of streams, no limit, verified. */
    public static TransferRequest of(Location source, Location destination) {
        return new TransferRequest(source, destination, NetworkPaths.DIRECT, DataOptions.DEFAULT);
    }

    public int streams() {
        return data.streams();
    }

    public long rateBitsPerSecond() {
        return data.rateBitsPerSecond();
    }

    public Verify verify() {
        return data.verify();
    }

    /** The relays that were asked for, in order; of several paths those of the first one. */
    public List<String> via() {
        return networkPaths.first();
    }

    /** The same for a file that is said to have these checksums. */
    public TransferRequest expecting(List<ExpectedChecksum> sums) {
        return new TransferRequest(
                source, destination, networkPaths, data, deadline, dryRun, dedicated, sums, transfer, rules);
    }

    /** The same for a transfer that may be retried, each time under this name. */
    public TransferRequest named(UUID name) {
        return new TransferRequest(
                source, destination, networkPaths, data, deadline, dryRun, dedicated, expected, name, rules);
    }

    /** The same by other rules. */
    public TransferRequest with(CopyRules others) {
        return new TransferRequest(
                source, destination, networkPaths, data, deadline, dryRun, dedicated, expected, transfer, others);
    }

    /** The same over other paths. */
    public TransferRequest over(NetworkPaths others) {
        return new TransferRequest(
                source, destination, others, data, deadline, dryRun, dedicated, expected, transfer, rules);
    }

    /** The same, never faster than this either. */
    public TransferRequest within(long mostBitsPerSecond) {
        DataOptions slower = data.within(mostBitsPerSecond);
        return new TransferRequest(
                source, destination, networkPaths, slower, deadline, dryRun, dedicated, expected, transfer, rules);
    }

    /** The same, aborted at {@code end} at the latest. */
    public TransferRequest until(Instant end) {
        Instant first = deadline != null && deadline.isBefore(end) ? deadline : end;
        return new TransferRequest(
                source, destination, networkPaths, data, first, dryRun, dedicated, expected, transfer, rules);
    }

    /** The same, with what is known of the path: whether no other traffic needs it. */
    public TransferRequest onDedicatedPath(boolean stated) {
        return new TransferRequest(
                source, destination, networkPaths, data, deadline, dryRun, stated, expected, transfer, rules);
    }

    /** {@link #transfer} as its node receives it: 16 bytes, or none. */
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
        return data.isVerified() ? expected : List.of();
    }
}
