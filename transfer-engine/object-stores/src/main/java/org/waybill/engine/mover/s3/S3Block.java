package org.waybill.engine.mover.s3;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Sha256;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Bytes in memory that are sent in one request: a small file, or a part of a large one. */
final class S3Block {
    private final byte[] bytes;
    private final int length;
    private final String sha256;

    private S3Block(byte[] bytes, int length) {
        this.bytes = bytes;
        this.length = length;
        this.sha256 = Base64.getEncoder().encodeToString(Sha256.of(bytes, 0, length));
    }

    /** What a stream has next, up to a number of bytes. */
    static S3Block read(InputStream data, int most) throws IOException {
        byte[] bytes = new byte[most];
        return new S3Block(bytes, data.readNBytes(bytes, 0, most));
    }

    static S3Block empty() {
        return new S3Block(new byte[0], 0);
    }

    int length() {
        return length;
    }

    /** In base64, as S3 has it. */
    String sha256() {
        return sha256;
    }

    InputStream from(long offset) {
        int start = (int) Math.min(offset, length);
        return new ByteArrayInputStream(bytes, start, length - start);
    }

    RequestBody body() {
        return RequestBody.fromContentProvider(() -> from(0), length, "application/octet-stream");
    }

    /**
     * Refuses what a server has stored otherwise: by SHA-256, else, of servers that know none, by MD5.
     *
     * @param given the server's SHA-256 in base64; null where it gives none
     * @param etag an MD5 in hex, where the server does not encrypt
     */
    void requireStored(@Nullable String given, @Nullable String etag) {
        boolean equal = given != null ? given.equals(sha256) : etag != null && isMd5(etag);
        if (!equal) {
            throw S3Exception.builder()
                    .statusCode(400)
                    .awsErrorDetails(AwsErrorDetails.builder()
                            .errorCode("BadDigest")
                            .errorMessage(
                                    given == null
                                            ? "the server gives no checksum of what it has stored"
                                            : "the server has stored other bytes than were sent")
                            .build())
                    .build();
        }
    }

    private boolean isMd5(String etag) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            digest.update(bytes, 0, length);
            return etag.replace("\"", "")
                    .toLowerCase(Locale.ROOT)
                    .equals(HexFormat.of().formatHex(digest.digest()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
