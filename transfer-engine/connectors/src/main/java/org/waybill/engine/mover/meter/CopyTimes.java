package org.waybill.engine.mover.meter;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.waybill.engine.cause.CopyCause;

/** Where a transfer's threads spend their time, in ns of a clock that does not jump. Used by all of them at once. */
public final class CopyTimes {
    private final LongSupplier clockNs;
    private final Map<Task, LongAdder> tasks = new EnumMap<>(Task.class);
    private final LongAdder moving = new LongAdder();
    private final LongAdder moversNow = new LongAdder();
    private final LongAdder theirStartsNs = new LongAdder();

    /** What a thread may be doing, besides copying. */
    public enum Task {
        READING,
        HASHING,
        PACING,
        VERIFYING
    }

    public CopyTimes(LongSupplier clockNs) {
        this.clockNs = clockNs;
        for (Task task : Task.values()) {
            tasks.put(task, new LongAdder());
        }
    }

    public long nowNs() {
        return clockNs.getAsLong();
    }

    /** Counts the time since then. */
    public void did(Task task, long sinceNs) {
        of(task).add(nowNs() - sinceNs);
    }

    /** A thread starts to copy a file; the reading, hashing and pacing within count as copying too. */
    public long beginMoving() {
        long startNs = nowNs();
        moversNow.increment();
        theirStartsNs.add(startNs);
        return startNs;
    }

    public void endMoving(long startNs) {
        moving.add(nowNs() - startNs);
        moversNow.decrement();
        theirStartsNs.add(-startNs);
    }

    private LongAdder of(Task task) {
        return Objects.requireNonNull(tasks.get(task));
    }

    /** How long the threads copied, all together. */
    public long copiedNs() {
        return moving.sum() + moversNow.sum() * nowNs() - theirStartsNs.sum();
    }

    public CopyCause.Shares shares() {
        long copied = copiedNs();
        long reading = of(Task.READING).sum();
        long hashing = of(Task.HASHING).sum();
        long pacing = of(Task.PACING).sum();
        long verifying = of(Task.VERIFYING).sum();
        double all = Math.max(1, copied + verifying);
        long writing = Math.max(0, copied - reading - hashing - pacing);
        return new CopyCause.Shares(reading / all, hashing / all, pacing / all, writing / all, verifying / all);
    }
}
