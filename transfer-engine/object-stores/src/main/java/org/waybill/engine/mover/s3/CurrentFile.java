package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.CopyTarget.Copied;
import org.waybill.engine.mover.store.CopyTarget.Progress;
import org.waybill.engine.mover.store.Entry;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The file that one store writes: begun, filled from this machine or by the server, and given its name. */
final class CurrentFile {
    private final S3Account account;
    private final int streams;
    private @Nullable Unfinished begun;

    CurrentFile(S3Account account, int streams) {
        this.account = account;
        this.streams = streams;
    }

    /** It, if that is its path; else null. */
    @Nullable
    Unfinished at(String path) {
        Unfinished now = begun;
        return now != null && now.path().equals(path) ? now : null;
    }

    /** Forgets it; what has arrived stays at the server. */
    void drop() {
        Unfinished now = begun;
        begun = null;
        if (now != null) {
            now.drop();
        }
    }

    /** As {@link org.waybill.engine.mover.store.Store#begin}. */
    String begin(String target, String partial, String left, Entry source)
            throws TransferException, InterruptedException {
        drop();
        Unfinished next = source.sizeBytes() >= 0 && source.sizeBytes() <= S3Store.SMALL_BYTES
                ? new SmallFile(account, partial, source.modified())
                : upload(target, partial, left, source);
        begun = next;
        return next.path();
    }

    private S3Upload upload(String target, String partial, String left, Entry source)
            throws TransferException, InterruptedException {
        Optional<S3Account> server = account.incoming().server();
        if (server.isEmpty()) {
            PartSizes.check(target, source.sizeBytes(), account.memory());
        }
        return account.ask(target, _ -> {
            Optional<UploadName> earlier = UploadName.parse(left).filter(name -> name.isOf(target, partial));
            Optional<S3Upload> going =
                    earlier.isEmpty() ? Optional.empty() : S3Upload.find(account, earlier.get(), source, streams);
            if (server.isPresent()) {
                try {
                    CopySource copied = CopySource.look(server.get(), source.path());
                    if (going.filter(one -> one.isOf(copied)).isPresent()) {
                        return going.get();
                    }
                    Optional<S3Upload> sent = going.flatMap(S3Upload::sentAfterRefusal);
                    return sent.isPresent()
                            ? sent.get()
                            : S3Upload.begin(account, target, partial, source, streams, copied);
                } catch (S3Exception e) {
                    if (!S3Failures.isRefusal(e)) {
                        throw e;
                    }
                    account.incoming().refuse(account, server.get(), source.path(), e);
                }
            }
            Optional<S3Upload> sent = server.isPresent()
                    ? going.flatMap(one -> one.takesCopies() ? one.sentAfterRefusal() : Optional.of(one))
                    : going.filter(one -> !one.takesCopies());
            return sent.isPresent() ? sent.get() : S3Upload.begin(account, target, partial, source, streams);
        });
    }

    /** As {@link org.waybill.engine.mover.store.CopyTarget#copyWithin}. */
    Copied copyWithin(Entry source, String partial, Progress progress) throws TransferException, InterruptedException {
        Unfinished own = at(partial);
        Optional<S3Account> server = account.incoming().server();
        if (own == null || server.isEmpty() || !own.takesCopies()) {
            return Copied.REFUSED;
        }
        return account.ask(source.path(), _ -> {
            try {
                return own.copyFrom(CopySource.look(server.get(), source.path()), progress);
            } catch (S3Exception e) {
                if (!S3Failures.isRefusal(e)) {
                    throw e;
                }
                account.incoming().refuse(account, server.get(), source.path(), e);
                return Copied.REFUSED;
            }
        });
    }

    /** The current file, or another one that is small and gets its name at once. */
    void write(String path, long offset, InputStream data, long length)
            throws IOException, TransferException, InterruptedException {
        Unfinished own = at(path);
        if (own != null) {
            try {
                own.write(offset, data, length);
            } finally {
                if (at(path) != own) { // the store was closed meanwhile
                    own.drop();
                }
            }
            return;
        }
        SmallFile whole = new SmallFile(account, path, null);
        try {
            whole.write(offset, data, length);
            whole.publish(path);
        } finally {
            whole.drop();
        }
    }

    /** Gives the current file its name; false if it is another one. */
    boolean publish(String from, String to) throws TransferException, InterruptedException {
        Unfinished own = at(from);
        if (own == null) {
            return false;
        }
        account.ask(to, _ -> {
            own.publish(to);
            return own;
        });
        drop();
        return true;
    }
}
