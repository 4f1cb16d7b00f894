package org.waybill.engine.mover.store;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.mover.store.Store.Feature;

/**
 * Recognises a file that an earlier run has finished: same size, same time, and the same SHA-256 as far as hashes can
 * be had without carrying the file over the network again.
 */
record SkipUnchanged(Store source, Store target, FileCopy.Context context) {
    /** What is there and equal, and its hash. */
    record Equal(Entry there, String hash) {}

    /** The hash of a file that need not be copied again; empty when it must be. */
    Optional<String> hash(FileItem item, Entry before) throws TransferException, InterruptedException {
        return find(item, before).map(Equal::hash);
    }

    /** The file that need not be copied again; empty when it must be. */
    Optional<Equal> find(FileItem item, Entry before) throws TransferException, InterruptedException {
        if (item.earlier() == FileItem.Earlier.NONE || !target.has(Feature.TIMES) || before.sizeBytes() < 0) {
            return Optional.empty();
        }
        Optional<Entry> there = target.look(item.target());
        if (there.isEmpty() || !there.get().isFile() || there.get().sizeBytes() != before.sizeBytes()) {
            return Optional.empty();
        }
        @Nullable Instant modified = before.modified();
        boolean sameTime = sameSecond(there.get().modified(), modified);
        if (!sameTime && (modified == null || target.metadata().canKeep(modified))) {
            return Optional.empty();
        }
        if (!target.isReadable(item.target())) {
            return Optional.empty(); // a new one takes its place
        }
        CheapChecksums sums = CheapChecksums.of(source, before.path(), target, item.target(), context.meter()::check);
        if (sums.differ()) {
            return Optional.empty();
        }
        boolean proven = sums.areEqual();
        boolean timeWillDo = sameTime && item.earlier() == FileItem.Earlier.SAME_TIME && !context.verify();
        if (!proven && !timeWillDo && !isKnown(sums.any(), item, before)) {
            return Optional.empty();
        }
        if (!proven && source.isRemote() && !source.has(Feature.PROTECTED)) {
            context.meter().compared(Compared.ARRIVED);
        }
        // two servers whose parts are equal need not know a SHA-256
        Optional<String> hash = proven ? Optional.of(sums.any().orElse("")) : sums.any();
        return hash.map(same -> new Equal(there.get(), same));
    }

    /** Whether the endpoint that computes a hash has what was copied when the other endpoint was as it is now. */
    private boolean isKnown(Optional<String> hash, FileItem item, Entry before) {
        return hash.isPresent() && hash.equals(context.finished().sha256(source, item, before));
    }

    private static boolean sameSecond(@Nullable Instant a, @Nullable Instant b) {
        return a != null && b != null && a.getEpochSecond() == b.getEpochSecond();
    }
}
