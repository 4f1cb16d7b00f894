package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store.PartSums;
import org.waybill.engine.mover.store.StorePath;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/**
 * A large object on its way: several parts at once, each compared with the server's own checksum of it. Nothing has the
 * object's name before {@link #complete}; what has arrived stays at the server until then, for whoever knows the id.
 */
final class S3Upload {
    /** The most that S3 puts together. */
    private static final int MOST_PARTS = 10_000;

    private static final long MIB = 1 << 20;
    /** Of a file whose size is not known. */
    private static final long STREAM_PART_BYTES = 16 * MIB;

    private final S3Account account;
    private final UploadName name;
    private final String key;
    private final int partBytes;
    private final Map<Integer, Part> parts = new TreeMap<>();

    /** @param sha256 in base64, null where the server does not give it */
    private record Part(String etag, @Nullable String sha256, long bytes) {}

    private S3Upload(S3Account account, UploadName name, String key, int partBytes) {
        this.account = account;
        this.name = name;
        this.key = key;
        this.partBytes = partBytes;
    }

    /** How large its parts are: the same for files of the same size. */
    static int partBytes(long sizeBytes) {
        long least = sizeBytes < 0 ? STREAM_PART_BYTES : Math.max(S3Store.SMALL_BYTES, sizeBytes / (MOST_PARTS - 1));
        return (int) Math.min((least + MIB - 1) / MIB * MIB, Integer.MAX_VALUE - MIB);
    }

    static S3Upload begin(
            S3Account account, String target, String partial, long sizeBytes, Map<String, String> metadata) {
        String key = S3Store.key(target);
        String id = account.client()
                .createMultipartUpload(ask -> ask.bucket(account.bucket())
                        .key(key)
                        .metadata(metadata)
                        .checksumAlgorithm(ChecksumAlgorithm.SHA256))
                .uploadId();
        return new S3Upload(account, UploadName.of(target, partial, id), key, partBytes(sizeBytes));
    }

    /** One that an earlier run began, if the server still has it. */
    static Optional<S3Upload> find(S3Account account, UploadName name, long sizeBytes) throws TransferException {
        S3Upload upload = new S3Upload(account, name, S3Store.key(name.target()), partBytes(sizeBytes));
        return upload.readParts() ? Optional.of(upload) : Optional.empty();
    }

    /** Ends an upload that no one goes on with; no error when there is none. */
    static void abort(S3Account account, UploadName name) {
        try {
            account.client()
                    .abortMultipartUpload(ask -> ask.bucket(account.bucket())
                            .key(S3Store.key(name.target()))
                            .uploadId(name.id()));
        } catch (S3Exception e) {
            if (e.statusCode() != 404) {
                throw e;
            }
        }
    }

    String path() {
        return name.path();
    }

    private boolean readParts() throws TransferException {
        int after = 0;
        while (true) {
            int marker = after;
            ListPartsResponse page;
            try {
                page = account.client()
                        .listParts(ask -> ask.bucket(account.bucket())
                                .key(key)
                                .uploadId(name.id())
                                .partNumberMarker(marker));
            } catch (S3Exception e) {
                if (e.statusCode() == 404) {
                    return false;
                }
                throw e;
            }
            page.parts()
                    .forEach(part ->
                            parts.put(part.partNumber(), new Part(part.eTag(), part.checksumSHA256(), part.size())));
            if (!Boolean.TRUE.equals(page.isTruncated())) {
                return true;
            }
            after = page.nextPartNumberMarker() == null ? 0 : page.nextPartNumberMarker();
            if (after <= marker) {
                throw new TransferException(
                        Reason.LIMIT,
                        "the parts of " + StorePath.shown(name.target()) + " at " + account.label()
                                + " do not end: the server repeats itself");
            }
        }
    }

    /** What has arrived of the beginning. */
    synchronized long bytes() {
        long bytes = 0;
        for (int number = 1; parts.containsKey(number); number++) {
            bytes += parts.get(number).bytes();
        }
        return bytes;
    }

    /** The server's checksums of what has arrived of the beginning: by SHA-256, else by the MD5 that a part's tag is. */
    synchronized Optional<PartSums> sums() {
        List<Part> arrived = new ArrayList<>();
        for (int number = 1; parts.containsKey(number) && parts.get(number).bytes() == partBytes; number++) {
            arrived.add(parts.get(number));
        }
        if (arrived.stream().allMatch(part -> part.sha256() != null)) {
            return Optional.of(new PartSums(
                    partBytes,
                    "SHA-256",
                    arrived.stream()
                            .map(part -> Sha256.hex(Base64.getDecoder().decode(String.valueOf(part.sha256()))))
                            .toList()));
        }
        List<String> tags =
                arrived.stream().map(part -> part.etag().replace("\"", "")).toList();
        return tags.stream().allMatch(tag -> tag.matches("[0-9a-f]{32}"))
                ? Optional.of(new PartSums(partBytes, "MD5", tags))
                : Optional.empty();
    }

    private int number(long offset) {
        return (int) (offset / partBytes) + 1;
    }

    /**
     * Sends what follows an offset, where a part begins; returns when the server has confirmed all.
     *
     * @param most parts that are on their way at once
     */
    void write(long offset, InputStream data, int most) throws IOException, InterruptedException {
        synchronized (this) {
            parts.keySet().removeIf(number -> number >= number(offset));
        }
        List<Future<?>> sent = new ArrayList<>();
        Semaphore own = new Semaphore(most);
        try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (int number = number(offset); ; number++) {
                    own.acquire();
                    account.parts().acquire();
                    S3Block part = read(data, own);
                    // an object has one part at least, however empty
                    if (part.length() == 0 && number > 1) {
                        free(own);
                        break;
                    }
                    int current = number;
                    sent.add(senders.submit(() -> {
                        try {
                            send(current, part);
                        } finally {
                            free(own);
                        }
                    }));
                    checkDone(sent);
                    if (part.length() < partBytes) {
                        break;
                    }
                }
                for (Future<?> one : sent) {
                    await(one);
                }
            } catch (InterruptedException e) {
                senders.shutdownNow();
                throw e;
            } catch (RuntimeException e) {
                senders.shutdownNow();
                throw e;
            }
            // what the source failed with comes when the parts that were read have arrived: they need not be sent again
        }
    }

    private S3Block read(InputStream data, Semaphore own) throws IOException {
        boolean done = false;
        try {
            S3Block part = S3Block.read(data, partBytes);
            done = true;
            return part;
        } finally {
            if (!done) {
                free(own);
            }
        }
    }

    private void free(Semaphore own) {
        account.parts().release();
        own.release();
    }

    private static void checkDone(List<Future<?>> sent) throws InterruptedException {
        for (Future<?> one : sent) {
            if (one.isDone()) {
                await(one);
            }
        }
        sent.removeIf(Future::isDone);
    }

    private static void await(Future<?> one) throws InterruptedException {
        try {
            one.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        } catch (CancellationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void send(int number, S3Block part) {
        String sha256 = part.sha256();
        UploadPartResponse answer = account.client()
                .uploadPart(
                        ask -> ask.bucket(account.bucket())
                                .key(key)
                                .uploadId(name.id())
                                .partNumber(number)
                                .checksumAlgorithm(ChecksumAlgorithm.SHA256)
                                .checksumSHA256(sha256),
                        part.body());
        part.requireStored(answer.checksumSHA256(), answer.eTag());
        synchronized (this) {
            parts.put(number, new Part(answer.eTag(), sha256, part.length()));
        }
    }

    /** Has the parts put together under the object's name. */
    synchronized void complete() throws TransferException {
        long bytes = bytes();
        List<CompletedPart> all = parts.entrySet().stream()
                .map(part -> CompletedPart.builder()
                        .partNumber(part.getKey())
                        .eTag(part.getValue().etag())
                        .checksumSHA256(part.getValue().sha256())
                        .build())
                .toList();
        CompleteMultipartUploadResponse answer = account.client()
                .completeMultipartUpload(ask -> ask.bucket(account.bucket())
                        .key(key)
                        .uploadId(name.id())
                        .multipartUpload(done -> done.parts(all)));
        @Nullable String whole = answer.checksumSHA256();
        Long there = account.client()
                .headObject(ask -> ask.bucket(account.bucket()).key(key))
                .contentLength();
        if (whole != null && whole.contains("-") && !whole.equals(ofParts()) || there == null || there != bytes) {
            throw StorePath.failure(
                    Reason.VERIFICATION_FAILED,
                    name.target(),
                    " at " + account.label() + " differs from the parts that were sent: copy it again");
        }
    }

    /** The SHA-256 of the parts' own, as S3 gives it for an object of parts. */
    private String ofParts() {
        MessageDigest digest = Sha256.start();
        parts.values()
                .forEach(part -> digest.update(Base64.getDecoder().decode(part.sha256() == null ? "" : part.sha256())));
        return Base64.getEncoder().encodeToString(digest.digest()) + "-" + parts.size();
    }
}
