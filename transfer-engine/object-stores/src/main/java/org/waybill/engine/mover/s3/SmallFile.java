package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.CopyTarget;
import org.waybill.engine.mover.store.StorePath;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** A file that is one request, and waits in memory until it gets its name. */
final class SmallFile implements Unfinished {
    private final S3Account account;
    private final String path;
    private final @Nullable Instant modified;
    /** Null before it is written, and when the store was closed. */
    private volatile @Nullable S3Block data;

    private long takenBytes;
    /** What the server is to copy when this gets its name; null for what was written. */
    private @Nullable CopySource copied;

    SmallFile(S3Account account, String path, @Nullable Instant modified) {
        this.account = account;
        this.path = path;
        this.modified = modified;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public long bytes() {
        S3Block now = data;
        return now == null ? 0 : now.length();
    }

    @Override
    public @Nullable Instant modified() {
        return modified;
    }

    @Override
    public void write(long offset, InputStream content, long length)
            throws IOException, TransferException, InterruptedException {
        long most = length < 0 ? S3Store.SMALL_BYTES : Math.min(length, S3Store.SMALL_BYTES);
        take(most);
        S3Block block = S3Block.read(content, most);
        if (content.read() >= 0) {
            throw StorePath.badInput(path, ": longer than was announced");
        }
        synchronized (this) {
            data = takenBytes == most ? block : null; // else it was dropped meanwhile
        }
    }

    private void take(long bytes) throws InterruptedException {
        drop();
        account.memory().take(bytes);
        synchronized (this) {
            takenBytes = bytes;
        }
    }

    @Override
    public synchronized void drop() {
        data = null;
        account.memory().give(takenBytes);
        takenBytes = 0;
    }

    /** One request makes and names the copy: it is asked for last. */
    @Override
    public CopyTarget.Copied copyFrom(CopySource source, CopyTarget.Progress progress) {
        copied = source;
        progress.copied(source.sizeBytes());
        return CopyTarget.Copied.COMPARED;
    }

    @Override
    public void publish(String to) throws TransferException, InterruptedException {
        CopySource source = copied;
        if (source == null) {
            send(to);
            return;
        }
        CopyDestination.Small made = account.incoming().copySmall(account, source, to, modified);
        if (made != CopyDestination.Small.EQUAL) {
            boolean wrong = made == CopyDestination.Small.UNCOMPARED;
            try {
                fetch(source);
                send(to);
                wrong = false;
            } finally {
                if (wrong) {
                    Unfinished.withdraw(account, to);
                }
            }
        }
    }

    private void fetch(CopySource source) throws TransferException, InterruptedException {
        try (InputStream content = new S3Input(source.account()
                .client()
                .getObject(ask -> ask.bucket(source.account().bucket())
                        .key(S3Store.key(source.path()))
                        .ifMatch(source.head().eTag())
                        .checksumMode(ChecksumMode.ENABLED)))) {
            write(0, content, source.sizeBytes());
        } catch (IOException e) {
            throw source.account().failure(e, source.path());
        }
    }

    private void send(String to) throws TransferException {
        S3Block block = data;
        if (block == null) {
            throw StorePath.failure(Reason.CONNECTION_LOST, to, ": the connection was closed before it was sent");
        }
        PutObjectResponse answer = account.client()
                .putObject(
                        put -> put.bucket(account.bucket())
                                .key(S3Store.key(to))
                                .metadata(S3Times.metadata(modified))
                                .checksumAlgorithm(ChecksumAlgorithm.SHA256)
                                .checksumSHA256(block.sha256()),
                        block.body());
        requireStored(block, to, answer);
    }

    /** Where the answer shows no checksum, the object itself may; while that cannot be asked, nothing is removed. */
    private void requireStored(S3Block block, String to, PutObjectResponse answer) {
        @Nullable String sha256 = answer.checksumSHA256();
        @Nullable String tag = answer.eTag();
        if (sha256 == null && !block.isStored(null, tag)) {
            Optional<HeadObjectResponse> there = StoredSums.seen(account, to);
            sha256 = there.map(HeadObjectResponse::checksumSHA256).orElse(null);
            tag = there.map(HeadObjectResponse::eTag).orElse(null);
        }
        try {
            block.requireStored(sha256, tag);
        } catch (S3Exception e) {
            Unfinished.withdraw(account, to);
            throw e;
        }
    }
}
