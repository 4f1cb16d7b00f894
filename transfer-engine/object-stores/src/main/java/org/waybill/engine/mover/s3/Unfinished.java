package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.CopyTarget;
import org.waybill.engine.mover.store.Store.PartSums;
import software.amazon.awssdk.core.exception.SdkException;

/** A file that has no name yet: in memory, or an upload of parts. */
interface Unfinished {
    /** What the home notes of it. */
    String path();

    /** What has arrived of the beginning. */
    long bytes();

    /** The time that it is to have. */
    @Nullable
    Instant modified();

    /** What the server knows of the parts that have arrived. */
    default Optional<PartSums> sums() {
        return Optional.empty();
    }

    /**
     * Takes what follows an offset.
     *
     * @param length of {@code data}; -1 when not known
     */
    void write(long offset, InputStream data, long length) throws IOException, TransferException, InterruptedException;

    /** Whether the server may copy into it. */
    default boolean takesCopies() {
        return true;
    }

    /** Has the server copy all of it. */
    CopyTarget.Copied copyFrom(CopySource source, CopyTarget.Progress progress)
            throws TransferException, InterruptedException;

    /** Gives it its name. */
    void publish(String to) throws TransferException, InterruptedException;

    /** Forgets what is in memory of it; what has arrived stays. Any thread may, more than once. */
    default void drop() {}

    /** What was not shown to be equal does not keep the name; as far as this user may remove it. */
    static void withdraw(S3Account account, String path) {
        boolean interrupted = Thread.interrupted(); // else nothing more could be asked
        try {
            account.client().deleteObject(ask -> ask.bucket(account.bucket()).key(S3Store.key(path)));
        } catch (SdkException _) {
            // the failure that led here is the one to report
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
