package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.CopyTarget;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store.PartSums;
import org.waybill.engine.mover.store.StorePath;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CopyPartResult;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/**
 * A large object on its way: several parts at once, each compared with the server's own checksum of it. Nothing has the
 * object's name before {@link #publish}; what has arrived stays at the server until then, for whoever knows the id.
 */
final class S3Upload implements Unfinished {
    /** There is none, or this user may not see its parts, or the server never shows them: all is sent again. */
    private static final Set<Integer> UNKNOWN = Set.of(403, 404, 405, 501);

    private final S3Account account;
    private final UploadName name;
    private final String key;
    private final long sizeBytes;
    private final long partBytes;
    private final int streams;
    private final @Nullable Instant modified;
    private final Map<Integer, Part> parts = new TreeMap<>();
    /** Whether the server has copied the first part in this run. */
    private boolean copiedAtFirst;
    /** Whether it was begun for copies by the server, and is sent from here since the server refused one. */
    private boolean refused;

    /** @param sha256 in base64, null where the server does not give it */
    record Part(String etag, @Nullable String sha256, long bytes) {
        /** As a server says it: one is known that gives a copied part the checksum of its source's parts. */
        static Part told(String etag, @Nullable String sha256, long bytes) {
            return new Part(etag, sha256 == null || sha256.contains("-") ? null : sha256, bytes);
        }
    }

    private S3Upload(S3Account account, UploadName name, long sizeBytes, @Nullable Instant modified, int streams) {
        this.account = account;
        this.name = name;
        this.key = S3Store.key(name.target());
        this.sizeBytes = sizeBytes;
        this.partBytes = PartSizes.of(sizeBytes);
        this.modified = modified;
        this.streams = streams;
    }

    /** @param streams parts that are on their way at once */
    static S3Upload begin(S3Account account, String target, String partial, Entry source, int streams) {
        String id = account.client()
                .createMultipartUpload(ask -> ask.bucket(account.bucket())
                        .key(S3Store.key(target))
                        .metadata(S3Times.metadata(source.modified()))
                        .checksumAlgorithm(ChecksumAlgorithm.SHA256))
                .uploadId();
        return new S3Upload(
                account, UploadName.of(target, partial, id, false), source.sizeBytes(), source.modified(), streams);
    }

    /**
     * One whose parts the server copies, the first of them at once; it keeps what else the object has. Servers are known
     * that say no SHA-256 of a part that they copy, and want it to put the parts together: they get one that needs none.
     */
    static S3Upload begin(
            S3Account account, String target, String partial, Entry source, int streams, CopySource copied) {
        S3Upload summed = begin(account, target, partial, source, streams, copied, ChecksumAlgorithm.SHA256);
        if (summed.all().getFirst().sha256() != null) {
            return summed;
        }
        abort(account, summed.name);
        return begin(account, target, partial, source, streams, copied, null);
    }

    private static S3Upload begin(
            S3Account account,
            String target,
            String partial,
            Entry source,
            int streams,
            CopySource copied,
            @Nullable ChecksumAlgorithm sums) {
        CreateMultipartUploadRequest.Builder ask =
                ServerCopy.like(copied.account(), copied.path(), copied.head(), account, target);
        String id = account.client()
                .createMultipartUpload(ask.metadata(copied.metadata(source.modified()))
                        .checksumAlgorithm(sums)
                        .build())
                .uploadId();
        UploadName name = UploadName.of(target, partial, id, true);
        S3Upload upload = new S3Upload(account, name, source.sizeBytes(), source.modified(), streams);
        boolean done = false;
        try {
            PartCopier copier = upload.copier(copied);
            CopyPartResult first = copier.copied(1);
            upload.parts.put(1, Part.told(first.eTag(), first.checksumSHA256(), copier.bytes(1)));
            upload.copiedAtFirst = true;
            done = true;
            return upload;
        } finally {
            if (!done) {
                abort(account, name);
            }
        }
    }

    /** One that an earlier run began, if the server still has it. */
    static Optional<S3Upload> find(S3Account account, UploadName name, Entry source, int streams)
            throws TransferException {
        S3Upload upload = new S3Upload(account, name, source.sizeBytes(), source.modified(), streams);
        return upload.readParts() ? Optional.of(upload) : Optional.empty();
    }

    /** Whether the server may go on with it: it began it, of the same parts. */
    synchronized boolean isOf(CopySource source) {
        PartCopier copier = copier(source);
        return name.copied()
                && parts.containsKey(1)
                && parts.entrySet().stream()
                        .allMatch(part -> part.getKey() <= copier.parts()
                                && part.getValue().bytes() == copier.bytes(part.getKey()));
    }

    /**
     * This, to be sent on from here: an earlier run began it for copies by the server, was refused one, and has sent parts
     * since. Copied parts that come after those are forgotten. Empty where the first part is not such as is sent, or the
     * server shows no checksums.
     */
    synchronized Optional<S3Upload> sentAfterRefusal() {
        int sent = 0;
        @Nullable Part next = parts.get(1);
        while (next != null && next.bytes() == sentBytes(sent + 1)) {
            sent++;
            next = parts.get(sent + 1);
        }
        if (!name.copied() || sent == 0 || sums().isEmpty()) {
            return Optional.empty();
        }
        int last = sent;
        parts.keySet().removeIf(number -> number > last);
        refused = true;
        return Optional.of(this);
    }

    /** Of a part that is sent from here. */
    private long sentBytes(int number) {
        return Math.min(partBytes, sizeBytes - (number - 1) * partBytes);
    }

    @Override
    public boolean takesCopies() {
        return name.copied() && !refused;
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

    @Override
    public String path() {
        return name.path();
    }

    @Override
    public @Nullable Instant modified() {
        return modified;
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
                if (UNKNOWN.contains(e.statusCode())) {
                    return false;
                }
                throw e;
            }
            page.parts()
                    .forEach(part ->
                            parts.put(part.partNumber(), Part.told(part.eTag(), part.checksumSHA256(), part.size())));
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
    @Override
    public synchronized long bytes() {
        long bytes = 0;
        for (int number = 1; parts.containsKey(number); number++) {
            bytes += parts.get(number).bytes();
        }
        return bytes;
    }

    /** The server's checksums of what has arrived of the beginning: by SHA-256, else by the MD5 that a part's tag is. */
    @Override
    public synchronized Optional<PartSums> sums() {
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

    /** Sends what follows an offset, where a part begins; returns when the server has confirmed all. */
    @Override
    public void write(long offset, InputStream data, long length)
            throws IOException, TransferException, InterruptedException {
        PartSizes.check(name.target(), sizeBytes, account.memory());
        synchronized (this) {
            parts.keySet().removeIf(number -> number >= number(offset));
        }
        new PartSender(partBytes, streams, account.memory(), this::send).send(data, number(offset), name.target());
    }

    /** Twice as many at once as from this machine: nothing of them passes it. */
    @Override
    public CopyTarget.Copied copyFrom(CopySource source, CopyTarget.Progress progress) throws InterruptedException {
        PartCopier copier = copier(source);
        synchronized (this) {
            if (!isOf(source)) {
                parts.clear(); // the source was replaced since this was begun
                copiedAtFirst = false;
            }
        }
        int now = copiedAtFirst ? 1 : 0;
        copiedAtFirst = false;
        copier.copy(this::isThere, (number, bytes, copied) -> {
            if (copied != null) {
                add(number, Part.told(copied.eTag(), copied.checksumSHA256(), bytes));
            }
            if (copied != null || number == now) {
                progress.copied(bytes);
            } else {
                progress.kept(bytes);
            }
        });
        CopySource.Verdict verdict = source.compare(all());
        if (verdict != CopySource.Verdict.DIFFERENT) {
            account.incoming().copied(account, source);
        }
        return switch (verdict) {
            case EQUAL -> CopyTarget.Copied.COMPARED;
            case UNKNOWN -> CopyTarget.Copied.UNCOMPARED;
            case DIFFERENT -> CopyTarget.Copied.REFUSED;
        };
    }

    private PartCopier copier(CopySource source) {
        return new PartCopier(
                source.account(),
                source.path(),
                source.head().eTag(),
                source.sizeBytes(),
                source.partBytes(),
                account,
                name.target(),
                name.id(),
                2 * streams);
    }

    private synchronized boolean isThere(int number) {
        return parts.containsKey(number);
    }

    private synchronized void add(int number, Part part) {
        parts.put(number, part);
    }

    private synchronized List<Part> all() {
        return List.copyOf(parts.values());
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
        add(number, new Part(answer.eTag(), sha256, part.length()));
    }

    /** Has the parts put together under the object's name. */
    @Override
    public synchronized void publish(String to) throws TransferException {
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
        @Nullable String own = ofParts();
        boolean differs = whole != null && whole.contains("-") && own != null && !whole.equals(own);
        long there = size(bytes);
        if (differs || there != bytes) {
            if (differs || there >= 0) {
                Unfinished.withdraw(account, name.target());
            }
            throw StorePath.failure(
                    Reason.VERIFICATION_FAILED,
                    name.target(),
                    " at " + account.label() + " differs from the parts that were sent: copy it again");
        }
    }

    /** Of the object, -1 where the server does not say it. @param sent of who may only write: each part was confirmed */
    private long size(long sent) {
        try {
            Long there = account.client()
                    .headObject(ask -> ask.bucket(account.bucket()).key(key))
                    .contentLength();
            return there == null ? -1 : there;
        } catch (S3Exception e) {
            if (e.statusCode() != 403) {
                throw e;
            }
            return sent;
        }
    }

    /** The SHA-256 of the parts' own, as S3 gives it for an object of parts; null where one of them is not known. */
    private @Nullable String ofParts() {
        if (parts.values().stream().anyMatch(part -> part.sha256() == null)) {
            return null;
        }
        MessageDigest digest = Sha256.start();
        parts.values().forEach(part -> digest.update(Base64.getDecoder().decode(String.valueOf(part.sha256()))));
        return Base64.getEncoder().encodeToString(digest.digest()) + "-" + parts.size();
    }
}
