package org.waybill.engine.mover.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CopyPartResult;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/**
 * Copies within the server: of an object that is too large for one request, in parts, with all that the object keeps.
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
        String id = s3.createMultipartUpload(like(source, from, to)).uploadId();
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
    private CreateMultipartUploadRequest like(HeadObjectResponse source, String from, String to) {
        CreateMultipartUploadRequest.Builder ask = CreateMultipartUploadRequest.builder()
                .bucket(account.bucket())
                .key(S3Store.key(to))
                .metadata(source.metadata())
                .contentType(source.contentType())
                .contentEncoding(source.contentEncoding())
                .contentLanguage(source.contentLanguage())
                .contentDisposition(source.contentDisposition())
                .cacheControl(source.cacheControl())
                .storageClass(source.storageClassAsString())
                .websiteRedirectLocation(source.websiteRedirectLocation());
        if (source.tagCount() != null && source.tagCount() > 0) {
            List<Tag> tags = account.client()
                    .getObjectTagging(
                            tagging -> tagging.bucket(account.bucket()).key(S3Store.key(from)))
                    .tagSet();
            ask.tagging(tags.stream()
                    .map(tag -> SdkHttpUtils.urlEncode(tag.key()) + "=" + SdkHttpUtils.urlEncode(tag.value()))
                    .collect(Collectors.joining("&")));
        }
        return ask.build();
    }

    private List<CompletedPart> parts(HeadObjectResponse source, String from, String to, String id)
            throws InterruptedException {
        long size = source.contentLength();
        long part = Math.max(partBytes, (size + PartSizes.MOST_PARTS - 1) / PartSizes.MOST_PARTS);
        List<Future<CompletedPart>> asked = new ArrayList<>();
        List<CompletedPart> parts = new ArrayList<>();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(atOnce, Thread.ofVirtual().factory())) {
            try {
                for (long start = 0; start < size; start += part) {
                    String range = "bytes=" + start + "-" + (Math.min(size, start + part) - 1);
                    int number = asked.size() + 1;
                    asked.add(threads.submit(() -> part(source.eTag(), range, number, from, to, id)));
                }
                for (Future<CompletedPart> one : asked) {
                    parts.add(one.get());
                }
            } catch (ExecutionException e) {
                threads.shutdownNow();
                throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                threads.shutdownNow();
                throw e;
            }
        }
        return parts;
    }

    private CompletedPart part(String tag, String range, int number, String from, String to, String id) {
        CopyPartResult copied = account.client()
                .uploadPartCopy(ask -> ask.sourceBucket(account.bucket())
                        .sourceKey(S3Store.key(from))
                        .copySourceIfMatch(tag)
                        .copySourceRange(range)
                        .destinationBucket(account.bucket())
                        .destinationKey(S3Store.key(to))
                        .uploadId(id)
                        .partNumber(number))
                .copyPartResult();
        return CompletedPart.builder().partNumber(number).eTag(copied.eTag()).build();
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
