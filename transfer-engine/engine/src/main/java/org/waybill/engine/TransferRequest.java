package org.waybill.engine;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
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

    /** Whether a choice of its user holds it back, so that its time shows nothing of the path. */
    public boolean isLimited() {
        return data.rateBitsPerSecond() > 0;
    }

    public Verify verify() {
        return data.verify();
    }

    /** The relays that were asked for, in order; of several paths those of the first one. */
    public List<String> via() {
        return networkPaths.first();
    }

    /** The same between other places. */
    public TransferRequest between(Location from, Location to) {
        return changed(parts -> {
            parts.source = from;
            parts.destination = to;
        });
    }

    /** The same for a file that is said to have these checksums. */
    public TransferRequest expecting(List<ExpectedChecksum> sums) {
        return changed(parts -> parts.expected = sums);
    }

    /** The same for a transfer that may be retried, each time under this name. */
    public TransferRequest named(UUID name) {
        return changed(parts -> parts.transfer = name);
    }

    /** The same by other rules. */
    public TransferRequest with(CopyRules others) {
        return changed(parts -> parts.rules = others);
    }

    /** The same with the data sent in another way. */
    public TransferRequest with(DataOptions others) {
        return changed(parts -> parts.data = others);
    }

    /** The same over other paths. */
    public TransferRequest over(NetworkPaths others) {
        return changed(parts -> parts.networkPaths = others);
    }

    /** The same, never faster than this either. */
    public TransferRequest within(long mostBitsPerSecond) {
        return with(data.within(mostBitsPerSecond));
    }

    /** The same, aborted at {@code end} at the latest. */
    public TransferRequest until(Instant end) {
        return changed(parts -> parts.deadline = deadline != null && deadline.isBefore(end) ? deadline : end);
    }

    /** The same, with what is known of the path: whether no other traffic needs it. */
    public TransferRequest onDedicatedPath(boolean stated) {
        return changed(parts -> parts.dedicated = stated);
    }

    private TransferRequest changed(Consumer<Parts> step) {
        Parts parts = new Parts(this);
        step.accept(parts);
        return parts.request();
    }

    /** The parts of a request, of which a step changes some. */
    private static final class Parts {
        private Location source;
        private Location destination;
        private NetworkPaths networkPaths;
        private DataOptions data;
        private @Nullable Instant deadline;
        private final boolean dryRun;
        private boolean dedicated;
        private List<ExpectedChecksum> expected;
        private @Nullable UUID transfer;
        private CopyRules rules;

        Parts(TransferRequest of) {
            this.source = of.source;
            this.destination = of.destination;
            this.networkPaths = of.networkPaths;
            this.data = of.data;
            this.deadline = of.deadline;
            this.dryRun = of.dryRun;
            this.dedicated = of.dedicated;
            this.expected = of.expected;
            this.transfer = of.transfer;
            this.rules = of.rules;
        }

        TransferRequest request() {
            return new TransferRequest(
                    source, destination, networkPaths, data, deadline, dryRun, dedicated, expected, transfer, rules);
        }
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
