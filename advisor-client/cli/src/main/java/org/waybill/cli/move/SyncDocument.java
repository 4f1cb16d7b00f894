package org.waybill.cli.move;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.client.sync.SyncPlan;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;

/**
 * {@code sync --json}.
 *
 * @param status {@code OK}; {@code PLANNED} for a dry run; else why not all was done
 * @param message one line; null where all was done
 * @param newFiles that only the source had
 * @param changedFiles that were of another content, or will be replaced
 * @param equal entries that were equal before
 * @param toDelete what a dry run would delete; empty otherwise
 * @param deleted what was deleted
 * @param kept what was to be deleted and stayed
 * @param copies how each transfer went, in the words of {@code copy --json}
 */
record SyncDocument(
        String status,
        @Nullable String message,
        String source,
        String destination,
        String comparedBy,
        boolean dryRun,
        long newFiles,
        long newBytes,
        long changedFiles,
        long changedBytes,
        long equal,
        List<CheckDocument.Line> differences,
        List<String> toDelete,
        List<String> deleted,
        List<NotTransferred> kept,
        List<MoveDocument> copies) {

    /** What a comparison found, and nothing done yet. */
    static SyncDocument planned(
            String source, String destination, ComparisonResult found, SyncPlan plan, boolean delete) {
        return new SyncDocument(
                "PLANNED",
                null,
                source,
                destination,
                found.comparedBy().name().toLowerCase(Locale.ROOT),
                true,
                plan.fresh().files(),
                plan.fresh().bytes(),
                plan.changed().files(),
                plan.changed().bytes(),
                found.equal(),
                found.differences().stream().map(CheckDocument.Line::of).toList(),
                delete ? plan.unwanted().stream().map(Difference::path).toList() : List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** The same with what was done. */
    SyncDocument done(
            String how,
            @Nullable String why,
            List<String> gone,
            List<NotTransferred> stayed,
            List<MoveDocument> transfers) {
        return new SyncDocument(
                how,
                why,
                source,
                destination,
                comparedBy,
                false,
                newFiles,
                newBytes,
                changedFiles,
                changedBytes,
                equal,
                differences,
                List.of(),
                gone,
                stayed,
                transfers);
    }

    /** A dry run that found what forbids to delete. */
    SyncDocument refused(String how, String why) {
        return new SyncDocument(
                how,
                why,
                source,
                destination,
                comparedBy,
                dryRun,
                newFiles,
                newBytes,
                changedFiles,
                changedBytes,
                equal,
                differences,
                toDelete,
                deleted,
                kept,
                copies);
    }
}
