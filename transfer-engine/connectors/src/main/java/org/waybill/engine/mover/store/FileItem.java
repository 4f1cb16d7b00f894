package org.waybill.engine.mover.store;

import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * One file to move.
 *
 * @param name relative to what the user named; the file's own name for a single file
 * @param source as it was listed
 * @param target the final path at the destination
 * @param earlier what proves that an earlier run has moved it
 */
record FileItem(String name, Entry source, String target, Earlier earlier) {
    /** What a file that is already there under the final name has to have in common with the source. */
    enum Earlier {
        /** Nothing is there. */
        NONE,
        /** Size, time and SHA-256: a file that the user named is rather moved again. */
        SAME_HASH,
        /** The same, or size and time where nothing is to be verified: a tree of many files is gone on with. */
        SAME_TIME
    }

    /** The source as it is now. */
    Entry now(Store store) throws TransferException, InterruptedException {
        return store.stat(source.path()).orElseThrow(this::vanished);
    }

    TransferException changed() {
        return StorePath.failure(
                Reason.SOURCE_CHANGED,
                source.path(),
                " changed while it was read; copy it again when no program writes it");
    }

    TransferException vanished() {
        return StorePath.failure(Reason.SOURCE_CHANGED, source.path(), " vanished while it was read");
    }

    /** Bytes to expect; 0 while not known. */
    long sizeBytes() {
        return Math.max(0, source.sizeBytes());
    }
}
