package org.waybill.engine.mover.store;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferListener.Progress;
import org.waybill.engine.TransferReport.Compared;

/** Counts what a transfer's threads have done, and signals when to stop. Used by all of them at once. */
final class TransferMeter {
    private final AtomicLong doneBytes = new AtomicLong();
    private final AtomicLong resumedBytes = new AtomicLong();
    private final AtomicLong repeatedBytes = new AtomicLong();
    private final AtomicLong doneFiles = new AtomicLong();
    private final AtomicLong unseen = new AtomicLong();
    private final AtomicLong linkedBytes = new AtomicLong();
    private final InstantSource clock;
    private final @Nullable Instant deadline;
    private final CopyTimes work;
    private volatile Phase phase = Phase.CONNECTING;
    private volatile String name = "";
    private volatile long totalBytes = -1;
    private volatile long totalFiles = -1;
    private volatile boolean cancelled;
    private Compared compared = Compared.SOURCE;
    private long shownBytes;

    TransferMeter(InstantSource clock, @Nullable Instant deadline, CopyTimes work) {
        this.clock = clock;
        this.deadline = deadline;
        this.work = work;
    }

    /** Where the time of day comes from. */
    InstantSource clock() {
        return clock;
    }

    /** Where the time goes. */
    CopyTimes work() {
        return work;
    }

    void enter(Phase next) {
        phase = next;
    }

    void enter(Phase next, String file) {
        phase = next;
        name = file;
    }

    void expect(long bytes, long files) {
        totalBytes = bytes;
        totalFiles = files;
    }

    void advance(long bytes) {
        doneBytes.addAndGet(bytes);
    }

    /** A file goes from server to server from now on: its bytes are counted when all of it has arrived. */
    void beginUnseen() {
        unseen.incrementAndGet();
    }

    void endUnseen() {
        unseen.decrementAndGet();
    }

    /** Whether something may be in transit that is not counted. */
    boolean isUnseen() {
        return unseen.get() > 0;
    }

    /** Bytes that were already at the destination. */
    void resume(long bytes) {
        resumedBytes.addAndGet(bytes);
        doneBytes.addAndGet(bytes);
    }

    /** A file became a link to another: its bytes are neither sent nor expected any more. */
    void linked(long bytes) {
        linkedBytes.addAndGet(bytes);
        doneFiles.incrementAndGet();
    }

    long linkedBytes() {
        return linkedBytes.get();
    }

    /** A file is started again: what it counted has to be sent again. */
    void fallBack(long bytes, long ofThemResumed) {
        doneBytes.addAndGet(-bytes);
        resumedBytes.addAndGet(-ofThemResumed);
        repeatedBytes.addAndGet(bytes - ofThemResumed);
    }

    void fileDone() {
        doneFiles.incrementAndGet();
    }

    /** A file was compared with this; the least of all files counts. */
    synchronized void compared(Compared with) {
        compared = with.compareTo(compared) > 0 ? with : compared;
    }

    synchronized Compared compared() {
        return compared;
    }

    void cancel() {
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** @throws TransferException when the transfer was interrupted or its deadline has passed */
    void check() throws TransferException {
        if (cancelled) {
            throw new TransferException(Reason.INTERRUPTED, "interrupted; re-run the command to resume");
        }
        if (deadline != null && clock.instant().isAfter(deadline)) {
            throw new TransferException(
                    Reason.DEADLINE_MISSED, "the deadline " + deadline + " has passed; re-run the command to resume");
        }
    }

    long doneBytes() {
        return doneBytes.get();
    }

    long resumedBytes() {
        return resumedBytes.get();
    }

    long repeatedBytes() {
        return repeatedBytes.get();
    }

    /**
     * The moment for a listener; its bytes never go down, though a file that is started again loses some. One thread
     * calls.
     */
    Progress progress() {
        shownBytes = Math.max(shownBytes, doneBytes.get());
        long total = totalBytes < 0 ? totalBytes : totalBytes - linkedBytes.get();
        return new Progress(phase, shownBytes, total, doneFiles.get(), totalFiles, name);
    }
}
