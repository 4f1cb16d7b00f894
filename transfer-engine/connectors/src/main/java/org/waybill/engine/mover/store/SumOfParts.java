package org.waybill.engine.mover.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.waybill.engine.TransferException;

/**
 * A checksum of the checksums of a file's parts, as S3 has one of an object that was sent in parts and none of the whole;
 * or one of the whole that is no SHA-256.
 *
 * @param partBytes each part's, except for the last one; 0 for the whole
 * @param algorithm of the parts and of their sum, such as {@code SHA-256}
 * @param hex in lower case
 */
public record SumOfParts(long partBytes, String algorithm, String hex) {
    private static final String SHA256 = "SHA-256";

    /** A store that has such checksums. */
    public interface Keeper {
        /** The best first; none where the file has none, or its parts are not known. */
        List<SumOfParts> sumsOfParts(String path) throws TransferException, InterruptedException;
    }

    /** What a store has of a file, if it has such checksums at all. */
    static List<SumOfParts> of(Store store, String path) throws TransferException, InterruptedException {
        return store instanceof Keeper keeper ? keeper.sumsOfParts(path) : List.of();
    }

    /** Whether two files have the same; where both have a SHA-256 of the same parts, it alone counts. */
    static boolean areEqual(List<SumOfParts> one, List<SumOfParts> other) {
        for (SumOfParts first : one) {
            for (SumOfParts second : other) {
                if (first.algorithm.equals(SHA256)
                        && second.algorithm.equals(SHA256)
                        && first.partBytes == second.partBytes) {
                    return first.hex.equals(second.hex);
                }
            }
        }
        return !Collections.disjoint(one, other);
    }

    /** Begins the same checksum of another file. */
    Running start() {
        return new Running();
    }

    private MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException(algorithm, e);
        }
    }

    /** The checksum of what is read from its beginning on. */
    final class Running {
        private final MessageDigest all = newDigest();
        private final MessageDigest part = newDigest();
        private long inPart;

        void update(byte[] data, int length) {
            if (partBytes == 0) {
                all.update(data, 0, length);
                return;
            }
            int at = 0;
            while (at < length) {
                int n = (int) Math.min(length - at, partBytes - inPart);
                part.update(data, at, n);
                at += n;
                inPart += n;
                if (inPart == partBytes) {
                    endPart();
                }
            }
        }

        private void endPart() {
            all.update(part.digest());
            inPart = 0;
        }

        /** Whether that was all, and equal. */
        boolean isEqual() {
            if (inPart > 0) {
                endPart();
            }
            return HexFormat.of().formatHex(all.digest()).equals(hex);
        }
    }
}
