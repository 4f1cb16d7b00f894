package org.waybill.engine.mover.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/**
 * Gives an object another name in its bucket, by a copy within the server: of an object that is too large for one
 * request, in parts, with all that the object keeps.
 *
 * @param mostBytes that one request copies
 * @param partBytes of a part, at least
 * @param atOnce parts that are asked for at once
 */
record ServerCopy(S3Account account, long mostBytes, long partBytes, int atOnce) {
    /** Such parts are there in seconds. */
    private static final long USUAL_PART_BYTES = 512 * PartSizes.MIB;

    ServerCopy(S3Account account, int atOnce) {
        this(account, PartSizes.MOST_BYTES, USUAL_PART_BYTES, atOnce);
    }

    /** Of an object whose parts may be any. */
    static long partBytes(long sizeBytes) {
        return partBytes(sizeBytes, USUAL_PART_BYTES);
    }

    private static long partBytes(long sizeBytes, long leastBytes) {
        return Math.max(leastBytes, (sizeBytes + PartSizes.MOST_PARTS - 1) / PartSizes.MOST_PARTS);
    }

    /** @param sizeBytes of the object; -1 where it is not known */
    void copy(String from, String to, long sizeBytes) throws TransferException, InterruptedException {
        if (sizeBytes <= mostBytes) {
            account.client()
                    .copyObject(ask -> ask.sourceBucket(account.bucket())
                            .sourceKey(S3Store.key(from))
                            .destinationBucket(account.bucket())
                            .destinationKey(S3Store.key(to)));
        } else {
            inParts(from, to);
        }
    }

    private void inParts(String from, String to) throws TransferException, InterruptedException {
        S3Client s3 = account.client();
        HeadObjectResponse source =
                s3.headObject(ask -> ask.bucket(account.bucket()).key(S3Store.key(from)));
        String id = s3.createMultipartUpload(like(account, from, source, account, to)
                        .storageClass(source.storageClassAsString())
                        .build())
                .uploadId();
        boolean done = false;
        try {
            List<CompletedPart> parts = parts(source, from, to, id);
            s3.completeMultipartUpload(ask -> ask.bucket(account.bucket())
                    .key(S3Store.key(to))
                    .uploadId(id)
                    .multipartUpload(all -> all.parts(parts)));
            done = true;
        } finally {
            if (!done) {
                s3.abortMultipartUpload(
                        ask -> ask.bucket(account.bucket()).key(S3Store.key(to)).uploadId(id));
            }
        }
        requireWhole(source, to);
    }

    /** What a copy in one request keeps by itself. */
    static CreateMultipartUploadRequest.Builder like(
            S3Account from, String path, HeadObjectResponse source, S3Account account, String to) {
        CreateMultipartUploadRequest.Builder ask = CreateMultipartUploadRequest.builder()
                .bucket(account.bucket())
                .key(S3Store.key(to))
                .metadata(source.metadata())
                .contentType(source.contentType())
                .contentEncoding(source.contentEncoding())
                .contentLanguage(source.contentLanguage())
                .contentDisposition(source.contentDisposition())
                .cacheControl(source.cacheControl())
                .websiteRedirectLocation(source.websiteRedirectLocation());
        if (source.tagCount() != null && source.tagCount() > 0) {
            List<Tag> tags = from.client()
                    .getObjectTagging(tagging -> tagging.bucket(from.bucket()).key(S3Store.key(path)))
                    .tagSet();
            ask.tagging(tags.stream()
                    .map(tag -> SdkHttpUtils.urlEncode(tag.key()) + "=" + SdkHttpUtils.urlEncode(tag.value()))
                    .collect(Collectors.joining("&")));
        }
        return ask;
    }

    private List<CompletedPart> parts(HeadObjectResponse source, String from, String to, String id)
            throws InterruptedException {
        long size = source.contentLength();
        List<CompletedPart> parts = new ArrayList<>();
        new PartCopier(account, from, source.eTag(), size, partBytes(size, partBytes), account, to, id, atOnce)
                .copy(
                        _ -> false,
                        (number, _, copied) -> parts.add(CompletedPart.builder()
                                .partNumber(number)
                                .eTag(copied == null ? null : copied.eTag())
                                .build()));
        return parts;
    }

    private void requireWhole(HeadObjectResponse source, String to) throws TransferException {
        Long there = account.client()
                .headObject(ask -> ask.bucket(account.bucket()).key(S3Store.key(to)))
                .contentLength();
        if (!source.contentLength().equals(there)) {
            throw StorePath.failure(
                    Reason.VERIFICATION_FAILED,
                    to,
                    " at " + account.label() + " has " + there + " bytes instead of " + source.contentLength());
        }
    }
}
