package org.waybill.engine.mover.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;

/**
 * The checksums that a remote host has made of the parts of an unfinished file, from its beginning on.
 *
 * @param partBytes each part's, except for the file's last one
 * @param algorithm such as {@code SHA-256}
 * @param hex one for each part
 */
public record PartSums(long partBytes, String algorithm, List<String> hex) {
    public PartSums {
        hex = List.copyOf(hex);
    }

    MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException(algorithm, e);
        }
    }

    /** Of the part that begins at an offset. */
    Optional<String> at(long offset) {
        long number = offset / partBytes;
        return number < hex.size() ? Optional.of(hex.get((int) number)) : Optional.empty();
    }
}
