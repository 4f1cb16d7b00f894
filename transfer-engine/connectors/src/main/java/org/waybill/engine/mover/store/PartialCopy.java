package org.waybill.engine.mover.store;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.PrefixLedger;

/**
 * The data of a file at its target, until they are verified and have its name.
 *
 * @param path where they are
 * @param ledger of what of them has arrived; null for small files, and where there is none
 */
record PartialCopy(Store target, String path, @Nullable PrefixLedger ledger) implements AutoCloseable {
    static PartialCopy open(Store target, String path, long sizeBytes) {
        return new PartialCopy(
                target,
                path,
                sizeBytes >= PrefixLedger.INTERVAL_BYTES ? target.ledger(path).orElse(null) : null);
    }

    void discard() throws TransferException, InterruptedException {
        target.delete(path);
        drop();
    }

    /** Removes the ledger. */
    void drop() throws TransferException {
        if (ledger != null) {
            try {
                ledger.delete();
            } catch (IOException e) {
                throw target.failure(e, "the ledger");
            }
        }
    }

    @Override
    public void close() {
        if (ledger != null) {
            ledger.close();
        }
    }
}
