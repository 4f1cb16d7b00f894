package org.waybill.engine.storage;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Distinguishes one state of a source file from another: blocks of different versions are never mixed. */
public record SourceVersion(long sizeBytes, long modifiedNanos) {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /**
     * Whether a copy may be of this version: of its size and time, or of its time in whole seconds, which is what SFTP and
     * others keep. Its content decides.
     *
     * @param copy null if there is none
     */
    public boolean mayBe(@Nullable SourceVersion copy) {
        return copy != null
                && sizeBytes == copy.sizeBytes
                && (modifiedNanos == copy.modifiedNanos
                        || copy.modifiedNanos == Math.floorDiv(modifiedNanos, SECOND) * SECOND);
    }
}
