package org.waybill.cli.move;

import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.client.sync.MaxDelete;
import org.waybill.engine.mover.compare.CompareBy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How a sync compares, and what it may delete. */
@Command
final class SyncOptions {
    @Option(
            names = "--compare",
            paramLabel = "WHAT",
            defaultValue = "mtime",
            description = "How files are compared: exists, size, mtime (size and time) or checksum (SHA-256). "
                    + "Default: ${DEFAULT-VALUE}.")
    CompareBy compare = CompareBy.MTIME;

    @Option(names = "--delete", description = "Delete entries that only DST has, after all is copied and verified.")
    boolean delete;

    @Option(names = "--delete-excluded", description = "With --delete: delete entries that a filter leaves out, too.")
    boolean deleteExcluded;

    @Option(
            names = "--max-delete",
            paramLabel = "N",
            description = "Delete nothing if it would be more than N entries, or N%% of the entries of DST. "
                    + "Default: 1000 entries or 10 %%, the lesser.")
    private @Nullable String maxDelete;

    @Option(
            names = {"-y", "--yes"},
            description = "Delete without asking on a terminal.")
    boolean yes;

    @Option(names = "--source-moved", description = "SRC may be on another file system than at the last sync.")
    boolean sourceMoved;

    @Option(
            names = {"-n", "--dry-run"},
            description = "Show what would be copied and deleted, and change nothing.")
    boolean dryRun;

    /** @throws CommandFailure for values that do not fit, or not together */
    void check() {
        if (deleteExcluded && !delete) {
            throw Invalid.usage("--delete-excluded requires --delete");
        }
        maxDelete();
    }

    MaxDelete maxDelete() {
        try {
            return maxDelete == null ? MaxDelete.USUAL : MaxDelete.parse(maxDelete);
        } catch (IllegalArgumentException e) {
            throw Invalid.usage(String.valueOf(e.getMessage()), e);
        }
    }
}
