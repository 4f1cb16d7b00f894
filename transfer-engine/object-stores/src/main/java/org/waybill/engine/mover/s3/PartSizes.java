package org.waybill.engine.mover.s3;

import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;

/** How large the parts of an object are: the same for all files of one size, so that a later run finds them again. */
final class PartSizes {
    static final long MIB = 1 << 20;
    /** The most that S3 puts together. */
    static final int MOST_PARTS = 10_000;
    /** The largest part that S3 takes, and the largest object that it copies in one request. */
    static final long MOST_BYTES = 5L << 30;

    private static final long LEAST_BYTES = S3Store.SMALL_BYTES;
    /** Of a file whose size is not known. */
    private static final long STREAM_BYTES = 16 * MIB;

    private PartSizes() {}

    /** @param sizeBytes of the file, -1 where it is not known */
    static long of(long sizeBytes) {
        long least = sizeBytes < 0 ? STREAM_BYTES : Math.max(LEAST_BYTES, (sizeBytes + MOST_PARTS - 1) / MOST_PARTS);
        return (least + MIB - 1) / MIB * MIB;
    }

    /** Refuses, before anything is sent, a file whose parts S3 or this machine's memory cannot take. */
    static void check(String path, long sizeBytes, PartMemory memory) throws TransferException {
        long partBytes = of(sizeBytes);
        if (partBytes > MOST_BYTES) {
            throw StorePath.failure(
                    Reason.LIMIT, path, ": S3 takes files of at most " + MOST_PARTS + " parts of 5 GiB; split it");
        }
        if (!memory.holds(partBytes)) {
            throw StorePath.failure(
                    Reason.LIMIT,
                    path,
                    ": a part of " + partBytes / MIB + " MiB does not fit into " + memory.mib()
                            + " MiB; raise the heap: WAYBILL_JAVA_OPTS=-Xmx4g");
        }
    }

    /** A stream that is longer than the parts that it was begun with. */
    static TransferException tooLong(String path, long partBytes) {
        return StorePath.failure(
                Reason.LIMIT,
                path,
                ": a stream has at most " + MOST_PARTS + " parts of " + partBytes / MIB + " MiB, "
                        + MOST_PARTS * partBytes / MIB / 1024 + " GiB; copy a file, or split the stream");
    }
}
