package org.waybill.engine.mover.store;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store.Feature;

/**
 * What shows whether a file and its copy are equal, as far as it can be had without carrying either over the network.
 *
 * @param source its SHA-256
 * @param target the SHA-256 of its copy
 * @param equalParts whether the checksums of their parts are equal; false also where there are none
 */
record CheapChecksums(Optional<String> source, Optional<String> target, boolean equalParts) {
    boolean areEqual() {
        return equalParts || source.isPresent() && source.equals(target);
    }

    boolean differ() {
        return source.isPresent() && target.isPresent() && !areEqual();
    }

    /** One of the two; empty where neither is known. */
    Optional<String> any() {
        return target.or(() -> source);
    }

    static CheapChecksums of(Store source, String from, Store target, String to, Store.Check check)
            throws TransferException, InterruptedException {
        if (isCheap(source) && isCheap(target)) {
            return new CheapChecksums(
                    Optional.of(source.readSha256(from, check)), Optional.of(target.readSha256(to, check)), false);
        }
        if (!isCheap(source) && !isCheap(target)) {
            Optional<String> one = source.sha256(from, -1);
            Optional<String> other = target.sha256(to, -1);
            return new CheapChecksums(
                    one, other, (one.isEmpty() || other.isEmpty()) && equalParts(source, from, target, to));
        }
        Read near = isCheap(source) ? read(source, from, target, to, check) : read(target, to, source, from, check);
        return isCheap(source)
                ? new CheapChecksums(Optional.of(near.sha256), near.far, near.equalParts)
                : new CheapChecksums(near.far, Optional.of(near.sha256), near.equalParts);
    }

    private static boolean isCheap(Store store) {
        return store.has(Feature.CHEAP_READ);
    }

    private static boolean equalParts(Store source, String from, Store target, String to)
            throws TransferException, InterruptedException {
        List<SumOfParts> one = SumOfParts.of(source, from);
        return !one.isEmpty() && SumOfParts.areEqual(one, SumOfParts.of(target, to));
    }

    /** What one reading of a file of this machine shows. */
    private record Read(String sha256, Optional<String> far, boolean equalParts) {}

    /** The remote host is asked first: its parts say what to compute while the file here is read. */
    private static Read read(Store near, String path, Store far, String farPath, Store.Check check)
            throws TransferException, InterruptedException {
        Optional<String> known = far.sha256(farPath, -1);
        List<SumOfParts> parts = known.isPresent() ? List.of() : SumOfParts.of(far, farPath);
        if (parts.isEmpty()) {
            return new Read(near.readSha256(path, check), known, false);
        }
        SumOfParts.Running running = parts.getFirst().start();
        MessageDigest digest = Sha256.start();
        byte[] buffer = new byte[Store.HASH_BUFFER_BYTES];
        try (InputStream in = near.read(path, 0)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                check.run();
                digest.update(buffer, 0, n);
                running.update(buffer, n);
            }
        } catch (IOException e) {
            throw near.failure(e, path);
        }
        return new Read(Sha256.hex(digest.digest()), known, running.isEqual());
    }
}
