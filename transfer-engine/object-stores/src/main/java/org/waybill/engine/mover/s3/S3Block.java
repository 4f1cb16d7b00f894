package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Sha256;
import org.waybill.engine.mover.BlockInput;
import org.waybill.engine.mover.store.Store;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Bytes in memory that are sent in one request: a small file, or a part of a large one. In pieces, since a heap that has
 * room for a large array in all may have none in one place.
 */
final class S3Block {
    private static final int PIECE_BYTES = Store.BLOCK_BYTES;

    private final List<byte[]> pieces;
    private final long length;
    private final String sha256;

    private S3Block(List<byte[]> pieces, long length, MessageDigest sha256) {
        this.pieces = pieces;
        this.length = length;
        this.sha256 = Base64.getEncoder().encodeToString(sha256.digest());
    }

    /** What a stream has next, up to a number of bytes. */
    static S3Block read(InputStream data, long most) throws IOException {
        List<byte[]> pieces = new ArrayList<>();
        MessageDigest digest = Sha256.start();
        long length = 0;
        while (length < most) {
            byte[] piece = data.readNBytes((int) Math.min(PIECE_BYTES, most - length));
            if (piece.length == 0) {
                break;
            }
            pieces.add(piece);
            digest.update(piece);
            length += piece.length;
        }
        return new S3Block(pieces, length, digest);
    }

    long length() {
        return length;
    }

    /** In base64, as S3 has it. */
    String sha256() {
        return sha256;
    }

    RequestBody body() {
        return RequestBody.fromContentProvider(() -> new Content(pieces), length, "application/octet-stream");
    }

    private static final class Content extends BlockInput {
        private final List<byte[]> pieces;
        private int piece;
        private int at;

        Content(List<byte[]> pieces) {
            this.pieces = pieces;
        }

        @Override
        public int read(byte[] into, int start, int length) {
            if (length == 0) {
                return 0;
            }
            if (piece == pieces.size()) {
                return -1;
            }
            byte[] from = pieces.get(piece);
            int n = Math.min(length, from.length - at);
            System.arraycopy(from, at, into, start, n);
            at += n;
            if (at == from.length) {
                piece++;
                at = 0;
            }
            return n;
        }
    }

    /** As {@link #requireStored}. */
    boolean isStored(@Nullable String given, @Nullable String etag) {
        return given != null ? given.equals(sha256) : etag != null && isMd5(etag);
    }

    /**
     * Refuses what a server has stored otherwise: by SHA-256, else, of servers that know none, by MD5.
     *
     * @param given the server's SHA-256 in base64; null where it gives none
     * @param etag an MD5 in hex, where the server does not encrypt
     */
    void requireStored(@Nullable String given, @Nullable String etag) {
        if (!isStored(given, etag)) {
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
            pieces.forEach(digest::update);
            return etag.replace("\"", "")
                    .toLowerCase(Locale.ROOT)
                    .equals(HexFormat.of().formatHex(digest.digest()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
