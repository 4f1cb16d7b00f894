package org.waybill.engine.mover.store;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.waybill.engine.rightsizing.CopyCause;

/** Where a transfer's threads spend their time, in ns of a clock that does not jump. Used by all of them at once. */
final class CopyWork {
    private final LongSupplier clockNs;
    private final LongAdder reading = new LongAdder();
    private final LongAdder hashing = new LongAdder();
    private final LongAdder pacing = new LongAdder();
    private final LongAdder moving = new LongAdder();
    private final LongAdder verifying = new LongAdder();

    /** What a thread may be doing. */
    enum Task { READING, HASHING, PACING, MOVING, VERIFYING }

    CopyWork(LongSupplier clockNs) {
        this.clockNs = clockNs;
    }

    long nowNs() {
        return clockNs.getAsLong();
    }

    /** Counts the time since then; {@code MOVING} includes the reading, hashing and pacing within it. */
    void did(Task task, long sinceNs) {
        of(task).add(nowNs() - sinceNs);
    }

    private LongAdder of(Task task) {
        return switch (task) {
            case READING -> reading;
            case HASHING -> hashing;
            case PACING -> pacing;
            case MOVING -> moving;
            case VERIFYING -> verifying;
        };
    }

    /** How long the threads copied, all together. */
    long copiedNs() {
        return moving.sum();
    }

    CopyCause.Shares shares() {
        double all = Math.max(1, moving.sum() + verifying.sum());
        long write = Math.max(0, moving.sum() - reading.sum() - hashing.sum() - pacing.sum());
        return new CopyCause.Shares(reading.sum() / all, hashing.sum() / all, pacing.sum() / all, write / all,
                verifying.sum() / all);
    }
}
