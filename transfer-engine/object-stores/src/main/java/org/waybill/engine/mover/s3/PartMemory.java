package org.waybill.engine.mover.s3;

import java.util.concurrent.Semaphore;

/** Memory for the parts that are on their way, in MiB, of all uploads together: a part is in memory until it has arrived. */
final class PartMemory {
    /** A third of the heap: 170 MiB of the usual 512. */
    private static final int PART_OF_HEAP = 3;

    /** Of all uploads of this process. */
    static final PartMemory OF_PROCESS =
            new PartMemory((int) (Runtime.getRuntime().maxMemory() / PART_OF_HEAP / PartSizes.MIB));

    private final int mib;
    /** Fair, else a large part would wait for as long as small ones come. */
    private final Semaphore free;

    PartMemory(int mib) {
        this.mib = mib;
        this.free = new Semaphore(mib, true);
    }

    int mib() {
        return mib;
    }

    boolean holds(long partBytes) {
        return partBytes <= mib * PartSizes.MIB;
    }

    /**
     * Waits until there is room.
     *
     * @param partBytes that {@link #holds}
     */
    void take(long partBytes) throws InterruptedException {
        free.acquire(mib(partBytes));
    }

    void give(long partBytes) {
        free.release(mib(partBytes));
    }

    /** Whether someone waits: for requests, or for sources that those read who have the memory. */
    boolean isShort() {
        return free.hasQueuedThreads();
    }

    private static int mib(long bytes) {
        return (int) ((bytes + PartSizes.MIB - 1) / PartSizes.MIB);
    }
}
