package org.waybill.engine.mover.s3;

import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CopyObjectResult;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MetadataDirective;

/**
 * An object that the server is to copy to another place of its own.
 *
 * @param path of the object
 * @param head what the server says of it; the version that is copied, or none
 */
record CopySource(S3Account account, String path, HeadObjectResponse head, StoredSums sums) {
    /** Less is no part but the last of an object. */
    private static final long LEAST_PART_BYTES = 5 * PartSizes.MIB;

    static CopySource look(S3Account account, String path) {
        HeadObjectResponse head = account.client()
                .headObject(ask ->
                        ask.bucket(account.bucket()).key(S3Store.key(path)).checksumMode(ChecksumMode.ENABLED));
        return new CopySource(account, path, head, StoredSums.of(account, path, head));
    }

    long sizeBytes() {
        return head.contentLength() == null ? -1 : head.contentLength();
    }

    /**
     * The parts to copy: those that the object's own checksums are of, so that they can be compared; else such that are
     * there in seconds.
     */
    long partBytes() {
        boolean known = sums.parts() == 0
                ? sums.md5().isPresent() && sizeBytes() <= PartSizes.MOST_BYTES
                : sums.partBytes() >= LEAST_PART_BYTES || sums.parts() == 1 && sums.partBytes() > 0;
        long own = sums.parts() == 0 ? sizeBytes() : sums.partBytes();
        return known && own <= PartSizes.MOST_BYTES ? Math.max(1, own) : ServerCopy.partBytes(sizeBytes());
    }

    /** What the copy keeps besides its content; the time also where the object has it only as that of its writing. */
    Map<String, String> metadata(@Nullable Instant modified) {
        Map<String, String> all = new HashMap<>(S3Times.metadata(modified));
        all.putAll(head.metadata());
        return all;
    }

    /** Whether there are checksums that can show that a copy in one request is equal: not those of parts. */
    boolean isSummed() {
        return sums.parts() == 0 && (sums.sha256().isPresent() || sums.md5().isPresent());
    }

    /** Copies a small object in one request; whether the server's checksums show that the copy is equal. */
    boolean copyTo(S3Account target, String to, @Nullable Instant modified) {
        CopyObjectRequest.Builder ask = CopyObjectRequest.builder()
                .sourceBucket(account.bucket())
                .sourceKey(S3Store.key(path))
                .copySourceIfMatch(head.eTag())
                .destinationBucket(target.bucket())
                .destinationKey(S3Store.key(to))
                .checksumAlgorithm(ChecksumAlgorithm.SHA256);
        if (!S3Times.isIn(head.metadata()) && modified != null) {
            ask.metadataDirective(MetadataDirective.REPLACE)
                    .metadata(metadata(modified))
                    .contentType(head.contentType())
                    .contentEncoding(head.contentEncoding())
                    .contentLanguage(head.contentLanguage())
                    .contentDisposition(head.contentDisposition())
                    .cacheControl(head.cacheControl())
                    .websiteRedirectLocation(head.websiteRedirectLocation());
        }
        CopyObjectResult copy = target.client().copyObject(ask.build()).copyObjectResult();
        return copy != null && isWhole(copy.checksumSHA256(), copy.eTag()) || isStoredWhole(target, to);
    }

    /** Not every answer to a copy shows the checksum that the server has of it. */
    private boolean isStoredWhole(S3Account target, String to) {
        return StoredSums.seen(target, to)
                .filter(there -> isWhole(there.checksumSHA256(), there.eTag()))
                .isPresent();
    }

    /** Whether these are the checksums of the whole object. */
    private boolean isWhole(@Nullable String sha256, @Nullable String tag) {
        if (sums.parts() > 0) {
            return false;
        }
        return sha256 != null && sums.sha256().isPresent()
                ? sums.sha256().get().equals(hex(sha256))
                : tag != null
                        && sums.md5().filter(tag.replace("\"", "")::equals).isPresent();
    }

    private static String hex(String base64) {
        try {
            return HexFormat.of().formatHex(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException _) {
            return base64; // of parts: equals nothing
        }
    }

    /** What the checksums of an object of parts say of it and a copy that was made of the same parts. */
    enum Verdict {
        EQUAL,
        DIFFERENT,
        UNKNOWN
    }

    /**
     * Compares the parts of a copy.
     *
     * @param copied in order
     */
    Verdict compare(List<S3Upload.Part> copied) {
        if (sums.parts() != copied.size() && (sums.parts() > 0 || copied.size() != 1)) {
            return Verdict.UNKNOWN;
        }
        S3Upload.Part first = copied.getFirst();
        if (sums.parts() == 0) {
            boolean equal = isWhole(first.sha256(), first.etag());
            boolean bothKnown = first.sha256() != null && sums.sha256().isPresent();
            return equal ? Verdict.EQUAL : bothKnown ? Verdict.DIFFERENT : Verdict.UNKNOWN;
        }
        if (sums.partBytes() == 0) {
            return Verdict.UNKNOWN;
        }
        boolean hashed = sums.sha256().isPresent() && copied.stream().allMatch(one -> one.sha256() != null);
        if (hashed) {
            String all = PartHashes.of(
                    "SHA-256",
                    copied.stream()
                            .map(one -> hex(String.valueOf(one.sha256())))
                            .toList());
            return sums.sha256().get().equals(all) ? Verdict.EQUAL : Verdict.DIFFERENT;
        }
        String tags = PartHashes.of(
                "MD5", copied.stream().map(one -> one.etag().replace("\"", "")).toList());
        return sums.md5().filter(tags::equals).isPresent() ? Verdict.EQUAL : Verdict.UNKNOWN;
    }
}
