package org.waybill.cli.move;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Quantities;
import org.waybill.client.sync.MaxDelete;
import org.waybill.engine.Reason;
import org.waybill.engine.mover.compare.CompareBy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How a sync compares, what it may delete, and how fast it goes. */
@Command
final class SyncOptions {
    @Option(
            names = "--compare",
            paramLabel = "WHAT",
            defaultValue = "mtime",
            description = "What tells that a file differs: exists, size, mtime (size and time) or checksum (SHA-256). "
                    + "Default: ${DEFAULT-VALUE}.")
    private CompareBy compare = CompareBy.MTIME;

    @Option(names = "--delete", description = "Delete what only DST has, after all is copied and verified.")
    private boolean delete;

    @Option(names = "--delete-excluded", description = "With --delete: what a filter leaves out goes too.")
    private boolean deleteExcluded;

    @Option(
            names = "--max-delete",
            paramLabel = "N",
            description = "Delete nothing if it would be more than N entries, or N%% of what DST has. "
                    + "Default: 1000 entries or 10 %%, the lesser.")
    private @Nullable String maxDelete;

    @Option(
            names = {"-y", "--yes"},
            description = "Delete without asking on a terminal.")
    private boolean yes;

    @Option(names = "--source-moved", description = "SRC may be on another file system than at the last sync.")
    private boolean sourceMoved;

    @Option(
            names = {"-n", "--dry-run"},
            description = "Say what would be copied and deleted, and change nothing.")
    private boolean dryRun;

    @Option(
            names = "--transport",
            paramLabel = "T",
            description = "As for copy. Default: the protocol that the ends name, SSH for user@host:.")
    private @Nullable String transport;

    @Option(
            names = "--rate",
            paramLabel = "R",
            converter = Quantities.BitsPerSecond.class,
            description = "Never send faster: 500M or 1.5Gbit/s (bits), 60MB/s (bytes). Default: no limit.")
    private @Nullable Long rate;

    @Option(
            names = "--deadline",
            paramLabel = "T",
            converter = Quantities.Deadline.class,
            description = "Abort at this time: 90m, 2h30m, 18:00. Default: after 24 h without progress.")
    private @Nullable Instant deadline;

    CompareBy compare() {
        return compare;
    }

    boolean delete() {
        return delete;
    }

    boolean deleteExcluded() {
        return deleteExcluded;
    }

    MaxDelete maxDelete() {
        try {
            return maxDelete == null ? MaxDelete.USUAL : MaxDelete.parse(maxDelete);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    boolean yes() {
        return yes;
    }

    boolean sourceMoved() {
        return sourceMoved;
    }

    boolean dryRun() {
        return dryRun;
    }

    @Nullable
    String transport() {
        return transport;
    }

    long rate() {
        return rate == null ? 0 : rate;
    }

    @Nullable
    Instant deadline() {
        return deadline;
    }
}
