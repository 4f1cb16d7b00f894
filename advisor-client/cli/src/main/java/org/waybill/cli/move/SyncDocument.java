package org.waybill.cli.move;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.NotTransferred;

/**
 * {@code sync --json}.
 *
 * @param status {@code OK}; {@code PLANNED} for a dry run; else why not everything was done
 * @param message one line; null where all was done
 * @param newFiles that only the source had
 * @param changedFiles that were of another content, or will be replaced
 * @param equal entries that were equal before
 * @param otherPermissions equal files that got the permissions of their sources, or would get them
 * @param toDelete what a dry run would delete; empty otherwise
 * @param deleted what was deleted
 * @param kept what should have been deleted and stayed
 * @param leftOut what of the source was not copied, such as a symbolic link that leads out of it
 * @param copies how each transfer went, in the words of {@code copy --json}
 * @param notKept what of the files was to be kept on request, as owners, and is not, or would not be; one line each
 * @param forecast how long all copies would take, in a dry run with a service that knows; else of nulls
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
        long otherPermissions,
        List<CheckDocument.Line> differences,
        List<String> toDelete,
        List<String> deleted,
        List<NotTransferred> kept,
        List<NotTransferred> leftOut,
        List<MoveDocument> copies,
        List<String> notKept,
        MoveDocument.Forecast forecast) {}
