package org.waybill.engine.mover.s3;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.store.SumOfParts;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The checksums that a server has of an object, and of which parts they are.
 *
 * @param sha256 of the whole, or of the checksums of the parts, in hex
 * @param md5 the same; of a server that encrypts by itself, or has tags of its own, it equals nothing
 * @param parts the number of parts that the checksums are of; 0 where they are of the whole
 * @param partBytes each part's, except for the last one; 0 where that is not known
 */
record StoredSums(Optional<String> sha256, Optional<String> md5, int parts, long partBytes) {
    /** This user may not see the object, or the server shows none. */
    private static final Set<Integer> UNSEEN = Set.of(403, 404, 405, 501);

    private static final Pattern TAG = Pattern.compile("\"?([0-9a-f]{32})(?:-(\\d{1,5}))?\"?");
    private static final Pattern SHA256 = Pattern.compile("([A-Za-z0-9+/]{43}=)(?:-(\\d{1,5}))?");

    static StoredSums of(S3Account account, String path, HeadObjectResponse head) {
        Matcher tag = TAG.matcher(text(head.eTag()));
        Matcher sha256 = SHA256.matcher(text(head.checksumSHA256()));
        boolean tagged = tag.matches();
        boolean hashed = sha256.matches();
        String ofParts = tagged ? tag.group(2) : hashed ? sha256.group(2) : null;
        int parts = ofParts == null ? 0 : Integer.parseInt(ofParts);
        boolean summed = hashed && isOf(parts, sha256.group(2), head.checksumType());
        return new StoredSums(
                summed
                        ? Optional.of(
                                HexFormat.of().formatHex(Base64.getDecoder().decode(sha256.group(1))))
                        : Optional.empty(),
                tagged ? Optional.of(tag.group(1)) : Optional.empty(),
                parts,
                parts == 0 ? 0 : partBytes(account, path, head, parts));
    }

    /**
     * What a server says of an object that was written just now; empty where it does not, as to who may only write.
     *
     * @throws SdkException for trouble of the server or the line, which says nothing of the object: ask again
     */
    static Optional<HeadObjectResponse> seen(S3Account account, String path) {
        try {
            return Optional.of(account.client()
                    .headObject(ask ->
                            ask.bucket(account.bucket()).key(S3Store.key(path)).checksumMode(ChecksumMode.ENABLED)));
        } catch (S3Exception e) {
            if (!UNSEEN.contains(e.statusCode())) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private static String text(@Nullable String given) {
        return given == null ? "" : given;
    }

    /** Whether a SHA-256 is of what the tag is of: servers give one of the whole for an object of parts too. */
    private static boolean isOf(int parts, @Nullable String ofParts, @Nullable ChecksumType type) {
        boolean composite = ofParts != null || type == ChecksumType.COMPOSITE;
        return composite == (parts > 0) && (ofParts == null || Integer.parseInt(ofParts) == parts);
    }

    /** The server is asked for the first part; one that does not say it has those that Waybill would have sent. */
    private static long partBytes(S3Account account, String path, HeadObjectResponse head, int parts) {
        long size = head.contentLength() == null ? -1 : head.contentLength();
        long first;
        try {
            Long told = account.client()
                    .headObject(ask -> ask.bucket(account.bucket())
                            .key(S3Store.key(path))
                            .partNumber(1)
                            .ifMatch(head.eTag()))
                    .contentLength();
            first = told == null || told == size && parts > 1 ? PartSizes.of(size) : told;
        } catch (S3Exception _) {
            first = PartSizes.of(size);
        }
        return first > 0 && (size + first - 1) / first == parts ? first : 0;
    }

    /** For a comparison with another file. */
    List<SumOfParts> comparable() {
        if (parts > 0 && partBytes == 0) {
            return List.of();
        }
        return Stream.concat(
                        sha256.map(hex -> new SumOfParts(partBytes, "SHA-256", hex)).stream(),
                        md5.map(hex -> new SumOfParts(partBytes, "MD5", hex)).stream())
                .toList();
    }
}
