package org.waybill.engine.mover.store;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Optional;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.Sha256;
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
        Optional<ExpectedChecksum> one = needed(sha256);
        if (one.isPresent() && isSha256(one.get(), sha256)) {
            one.get().require(StorePath.shown(item.name()), sha256);
        } else if (one.isPresent() && target.has(Feature.READ_BACK)) {
            one.get().require(StorePath.shown(item.name()), read(one.get(), path));
        } else if (!context.expected().isEmpty()) {
            context.tell(
                    "NOT_COMPARED",
                    "the checksums that " + StorePath.shown(item.name()) + " should have could not be compared");
        }
    }

    /**
     * The same of a file that has no name yet.
     *
     * @param described what the data that were sent have of the checksum that is needed, if that is known
     */
    void require(FileItem item, String path, String sha256, Optional<String> described, Store source)
            throws TransferException, InterruptedException {
        Optional<ExpectedChecksum> one = needed(sha256);
        if (one.isEmpty() || isSha256(one.get(), sha256) || !target.comparesWhatArrives(path)) {
            require(item, path, sha256);
        } else {
            one.get()
                    .require(
                            StorePath.shown(item.name()),
                            described.isPresent() ? described.get() : ofSource(one.get(), item, sha256, source));
        }
    }

    private Optional<ExpectedChecksum> needed(String sha256) {
        Optional<ExpectedChecksum> known =
                sha256.isEmpty() ? Optional.empty() : ExpectedChecksum.sha256(context.expected());
        return known.or(() -> ExpectedChecksum.strongest(context.expected()));
    }

    private static boolean isSha256(ExpectedChecksum one, String sha256) {
        return !sha256.isEmpty() && one.type().equals(ExpectedChecksum.SHA256);
    }

    /** What arrives at a place where nothing can be read before it has its name: its checksum is made on the way. */
    Optional<ExpectedChecksum.Running> ofWhatArrives(String path) {
        return target.comparesWhatArrives(path)
                        && ExpectedChecksum.sha256(context.expected()).isEmpty()
                ? ExpectedChecksum.strongest(context.expected()).map(ExpectedChecksum::start)
                : Optional.empty();
    }

    /** Some was sent in an earlier run: the source is read once more, and must be what was sent. */
    private String ofSource(ExpectedChecksum checksum, FileItem item, String sha256, Store source)
            throws TransferException, InterruptedException {
        ExpectedChecksum.Running running = checksum.start();
        MessageDigest digest = Sha256.start();
        byte[] buffer = new byte[Sha256.BUFFER_BYTES];
        try (InputStream data = source.read(item.source().path(), 0)) {
            for (int n = data.read(buffer); n >= 0; n = data.read(buffer)) {
                context.meter().check();
                running.update(buffer, 0, n);
                digest.update(buffer, 0, n);
            }
        } catch (IOException e) {
            throw source.failure(e, item.source().path());
        }
        if (!sha256.equals(Sha256.hex(digest.digest()))) {
            throw item.changed();
        }
        return running.hex();
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
