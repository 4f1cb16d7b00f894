package org.waybill.engine.mover.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store.Feature;

/** Compares a file that has arrived with the checksums that it is said to have. See decision 0032. */
record ExpectedChecksumCheck(Store target, FileCopy.Context context) {
    /**
     * Refuses a file that is another one than was described.
     *
     * @param path where its data are now
     * @param sha256 of the data; empty if unknown
     */
    void require(FileItem item, String path, String sha256) throws TransferException, InterruptedException {
        Optional<ExpectedChecksum> known =
                sha256.isEmpty() ? Optional.empty() : ExpectedChecksum.sha256(context.expected());
        Optional<ExpectedChecksum> one = known.or(() -> ExpectedChecksum.strongest(context.expected()));
        if (known.isPresent()) {
            known.get().require(StorePath.shown(item.name()), sha256);
        } else if (one.isPresent() && target.features().contains(Feature.READ_BACK)) {
            one.get().require(StorePath.shown(item.name()), read(one.get(), path));
        } else if (!context.expected().isEmpty()) {
            context.tell(
                    "NOT_COMPARED",
                    "the checksums that " + StorePath.shown(item.name()) + " should have could not be compared");
        }
    }

    private String read(ExpectedChecksum checksum, String path) throws TransferException, InterruptedException {
        context.meter().check();
        try (InputStream data = target.read(path, 0)) {
            return checksum.of(data);
        } catch (IOException e) {
            throw target.failure(e, path);
        }
    }
}
