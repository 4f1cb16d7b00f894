package org.waybill.client.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;

/**
 * The checksum of a file anywhere.
 *
 * @param hex lower-case
 * @param byFarEnd whether the remote host computed it; else its bytes were read here
 */
public record FileHash(String hex, boolean byFarEnd) {
    /**
     * As the remote host computes it; where it cannot, of what is read from there.
     *
     * @param algorithm {@code sha256}, or another that {@link ExpectedChecksum} knows, which is computed here
     */
    public static FileHash of(Store store, Entry file, String algorithm)
            throws TransferException, InterruptedException {
        Optional<String> told =
                algorithm.equals(ExpectedChecksum.SHA256) ? store.sha256(file.path(), -1) : Optional.empty();
        if (told.isPresent()) {
            return new FileHash(told.get(), true);
        }
        try (InputStream in = LengthCheckedFile.open(store, file)) {
            return new FileHash(new ExpectedChecksum(algorithm, "").of(in), false);
        } catch (IOException e) {
            throw LengthCheckedFile.failure(store, file, e);
        }
    }
}
