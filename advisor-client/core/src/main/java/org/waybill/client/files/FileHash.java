package org.waybill.client.files;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Optional;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.storage.Sha256;

/**
 * The SHA-256 of a file anywhere.
 *
 * @param sha256 lower-case hex
 * @param byFarEnd whether the far end computed it; else its bytes were read here
 */
public record FileHash(String sha256, boolean byFarEnd) {
    /** As the far end computes it; where it cannot, of what is read from there. */
    public static FileHash of(Store store, String path) throws TransferException, InterruptedException {
        Optional<String> told = store.sha256(path, -1);
        if (told.isPresent()) {
            return new FileHash(told.get(), true);
        }
        MessageDigest digest = Sha256.start();
        try (InputStream in = store.read(path, 0)) {
            byte[] block = new byte[Store.BLOCK_BYTES];
            for (int n = in.read(block); n >= 0; n = in.read(block)) {
                digest.update(block, 0, n);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } catch (IOException e) {
            throw store.failure(e, path);
        }
        return new FileHash(Sha256.hex(digest.digest()), false);
    }
}
