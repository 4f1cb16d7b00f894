package org.waybill.engine.mover.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.model.CopyPartResult;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Has the server copy an object into the parts of an upload, several at once.
 *
 * @param tag of the version that is copied
 * @param partBytes each part's, except for the last one
 * @param id of the upload
 * @param atOnce parts that are asked for at once
 */
record PartCopier(
        S3Account from,
        String path,
        String tag,
        long sizeBytes,
        long partBytes,
        S3Account to,
        String target,
        String id,
        int atOnce) {
    /** Takes what was made of a part. */
    @FunctionalInterface
    interface Each {
        /** @param copied null for a part that was there */
        void done(int number, long bytes, @Nullable CopyPartResult copied);
    }

    int parts() {
        return (int) ((sizeBytes + partBytes - 1) / partBytes);
    }

    /** Of a part; the first has the number 1. */
    long bytes(int number) {
        return Math.min(partBytes, sizeBytes - (number - 1) * partBytes);
    }

    /**
     * Copies the parts that are not there.
     *
     * @param each hears of all, in order and in this thread
     */
    void copy(IntPredicate isThere, Each each) throws InterruptedException {
        List<@Nullable Future<CopyPartResult>> asked = new ArrayList<>();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(atOnce, Thread.ofVirtual().factory())) {
            try {
                for (int i = 1; i <= parts(); i++) {
                    int number = i;
                    asked.add(isThere.test(number) ? null : threads.submit(() -> copied(number)));
                }
                for (int number = 1; number <= parts(); number++) {
                    Future<CopyPartResult> one = asked.get(number - 1);
                    each.done(number, bytes(number), one == null ? null : one.get());
                }
            } catch (ExecutionException e) {
                threads.shutdownNow();
                throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                threads.shutdownNow();
                throw e;
            }
        }
    }

    /** Copies one. */
    CopyPartResult copied(int number) {
        long start = (number - 1) * partBytes;
        CopyPartResult copied = to.client()
                .uploadPartCopy(ask -> ask.sourceBucket(from.bucket())
                        .sourceKey(S3Store.key(path))
                        .copySourceIfMatch(tag)
                        .copySourceRange("bytes=" + start + "-" + (start + bytes(number) - 1))
                        .destinationBucket(to.bucket())
                        .destinationKey(S3Store.key(target))
                        .uploadId(id)
                        .partNumber(number))
                .copyPartResult();
        if (copied == null || copied.eTag() == null) {
            // a failure that came after the status was sent
            throw S3Exception.builder()
                    .statusCode(500)
                    .awsErrorDetails(AwsErrorDetails.builder()
                            .errorCode("InternalError")
                            .errorMessage("the server says nothing of the part that it should copy")
                            .build())
                    .build();
        }
        return copied;
    }
}
