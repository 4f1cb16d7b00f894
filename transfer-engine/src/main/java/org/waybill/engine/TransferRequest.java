package org.waybill.engine;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to move and how.
 *
 * @param ways which way: direct, over relays that are named, or whatever proves best
 * @param streams parallel connections, 0 to let the engine choose
 * @param rateBitsPerSecond never send faster, 0 for no limit
 * @param deadline give up then, null for never
 * @param dryRun report what would be done and move nothing
 * @param dedicated the path's bandwidth is reserved, or the user says that nobody else needs it: transports without
 *     congestion control are refused otherwise
 */
public record TransferRequest(Location source, Location destination, Ways ways, int streams,
        long rateBitsPerSecond, Verify verify, @Nullable Instant deadline, boolean dryRun, boolean dedicated) {
    /** A request over one path of relays, {@code host:port} in order; none for the direct way. */
    public TransferRequest(Location source, Location destination, List<String> via, int streams,
            long rateBitsPerSecond, Verify verify, @Nullable Instant deadline, boolean dryRun, boolean dedicated) {
        this(source, destination, Ways.through(via), streams, rateBitsPerSecond, verify, deadline, dryRun, dedicated);
    }

    /** The relays that were asked for, in order; of several paths the first one's. */
    public List<String> via() {
        return ways.first();
    }

    /** A request over a path that others use too. */
    public TransferRequest(Location source, Location destination, List<String> via, int streams,
            long rateBitsPerSecond, Verify verify, @Nullable Instant deadline, boolean dryRun) {
        this(source, destination, Ways.through(via), streams, rateBitsPerSecond, verify, deadline, dryRun, false);
    }

    /** How the destination is compared with the source. */
    public enum Verify {
        SHA256,
        NONE
    }

    /** A plain request: direct path, the engine's choice of streams, no limit, verified. */
    public static TransferRequest of(Location source, Location destination) {
        return new TransferRequest(source, destination, Ways.DIRECT, 0, 0, Verify.SHA256, null, false, false);
    }
}
