package org.waybill.engine.mover.s3;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.UnfinishedUploads.Upload;
import org.waybill.engine.mover.store.StorePath;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The uploads of a bucket that are not put together. */
record S3Uploads(S3Account account) {
    private static final int MOST_PAGES = 10_000;

    /** Those whose keys begin so. */
    List<Upload> of(String prefix) throws TransferException {
        List<Upload> all = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        PeerLimits limits = PeerLimits.listing("the list of uploads at " + account.label());
        @Nullable String key = null;
        @Nullable String id = null;
        boolean more = true;
        for (int pages = 1; more; pages++) {
            ListMultipartUploadsResponse page = account.client()
                    .listMultipartUploads(ListMultipartUploadsRequest.builder()
                            .bucket(account.bucket())
                            .prefix(prefix)
                            .encodingType(EncodingType.URL)
                            .keyMarker(key)
                            .uploadIdMarker(id)
                            .build());
            for (MultipartUpload one : page.uploads()) {
                limits.take(one.key().length());
                if (one.key().startsWith(prefix) && seen.add(one.key() + '\0' + one.uploadId())) {
                    all.add(withParts(one));
                }
            }
            more = Boolean.TRUE.equals(page.isTruncated());
            key = page.nextKeyMarker();
            id = page.nextUploadIdMarker();
            if (more && (key == null || !seen.add(key + '\n' + id) || pages == MOST_PAGES)) {
                throw new TransferException(
                        Reason.LIMIT,
                        "the list of uploads at " + account.label() + " does not end: the server repeats itself");
            }
        }
        return all;
    }

    private Upload withParts(MultipartUpload upload) throws TransferException {
        Instant started = upload.initiated() == null ? Instant.now() : upload.initiated();
        Instant last = started;
        int parts = 0;
        long bytes = 0;
        int after = 0;
        boolean more = true;
        try {
            while (more) {
                int marker = after;
                ListPartsResponse page = account.client()
                        .listParts(ask -> ask.bucket(account.bucket())
                                .key(upload.key())
                                .uploadId(upload.uploadId())
                                .partNumberMarker(marker));
                for (Part part : page.parts()) {
                    parts++;
                    bytes += part.size() == null ? 0 : part.size();
                    last = part.lastModified() != null && part.lastModified().isAfter(last)
                            ? part.lastModified()
                            : last;
                }
                more = Boolean.TRUE.equals(page.isTruncated());
                after = page.nextPartNumberMarker() == null ? 0 : page.nextPartNumberMarker();
                if (more && after <= marker) {
                    throw new TransferException(
                            Reason.LIMIT,
                            "the parts of " + StorePath.shown(upload.key()) + " at " + account.label()
                                    + " do not end: the server repeats itself");
                }
            }
        } catch (S3Exception e) {
            if (e.statusCode() / 100 != 4) {
                throw e;
            }
            parts = -1; // ended meanwhile, or not for this user to see
            bytes = -1;
        }
        return new Upload("/" + upload.key(), upload.uploadId(), started, last, parts, bytes);
    }
}
