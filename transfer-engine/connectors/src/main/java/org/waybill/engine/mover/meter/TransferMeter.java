package org.waybill.engine.mover.meter;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferListener.Progress;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.TransferReport.Unsent;

/** Counts what a transfer's threads have done, and signals when to stop. Used by all of them at once. */
public final class TransferMeter {
    private final AtomicLong doneBytes = new AtomicLong();
    private final AtomicLong resumedBytes = new AtomicLong();
    private final AtomicLong repeatedBytes = new AtomicLong();
    private final AtomicLong doneFiles = new AtomicLong();
    private final AtomicLong unseen = new AtomicLong();
    private int sending;
    private int awaited;
    private long awaitedBytes;
    private final AtomicLong foundFiles = new AtomicLong();
    private final AtomicLong linkedBytes = new AtomicLong();
    private final AtomicLong linkedFiles = new AtomicLong();
    private final InstantSource clock;
    private final @Nullable Instant deadline;
    private final CopyTimes work;
    private volatile Phase phase = Phase.CONNECTING;
    private volatile String name = "";
    private final AtomicLong totalBytes = new AtomicLong(-1);
    private final AtomicLong totalFiles = new AtomicLong(-1);
    private volatile boolean cancelled;
    private Compared compared = Compared.SOURCE;
    private long shownBytes;

    public TransferMeter(InstantSource clock, @Nullable Instant deadline, CopyTimes work) {
        this.clock = clock;
        this.deadline = deadline;
        this.work = work;
    }

    /** Where the time of day comes from. */
    public InstantSource clock() {
        return clock;
    }

    /** Where the time goes. */
    public CopyTimes work() {
        return work;
    }

    public void enter(Phase next) {
        phase = next;
    }

    public void enter(Phase next, String file) {
        phase = next;
        name = file;
    }

    public void expect(long bytes, long files) {
        totalBytes.set(bytes);
        totalFiles.set(files);
    }

    /** -1 where it is not known. */
    long expectedFiles() {
        return totalFiles.get();
    }

    /** One more file is to be sent than was expected; its bytes count where those of all were known. */
    public void expectMore(long bytes) {
        totalBytes.updateAndGet(known -> known < 0 ? known : known + bytes);
        totalFiles.incrementAndGet();
    }

    public void advance(long bytes) {
        doneBytes.addAndGet(bytes);
    }

    /** A file goes from server to server from now on: its bytes are counted when all of it has arrived. */
    public void beginUnseen() {
        unseen.incrementAndGet();
    }

    public void endUnseen() {
        unseen.decrementAndGet();
    }

    /** Whether something may be in transit that is not counted. */
    public boolean isUnseen() {
        return unseen.get() > 0;
    }

    /** The data of a file are sent from now on. */
    public synchronized void beginSending() {
        sending++;
    }

    /** All of them have been given to the protocol: what is still to come is the server's answer. */
    public synchronized void handOver(long fileBytes) {
        awaited++;
        awaitedBytes = Math.max(awaitedBytes, fileBytes);
    }

    /** @param handedOver whether {@link #handOver} was called of the file */
    public synchronized void endSending(boolean handedOver) {
        sending--;
        awaited -= handedOver ? 1 : 0;
        awaitedBytes = awaited == 0 ? 0 : awaitedBytes;
    }

    /**
     * The size of the largest file that only a server's answer is awaited of; -1 if there is none, or if data of another
     * file are still to be sent.
     */
    public synchronized long awaitedBytes() {
        return awaited > 0 && awaited == sending ? awaitedBytes : -1;
    }

    /** Bytes that were already at the destination. */
    public void resume(long bytes) {
        resumedBytes.addAndGet(bytes);
        doneBytes.addAndGet(bytes);
    }

    /** A whole file was already at the destination. */
    public void fileFound(long bytes) {
        resume(bytes);
        foundFiles.incrementAndGet();
        fileDone();
    }

    /** A name became a link to a file that was counted: neither it nor its bytes are expected or sent. */
    public void linked(long bytes) {
        linkedBytes.addAndGet(bytes);
        linkedFiles.incrementAndGet();
    }

    public long linkedBytes() {
        return linkedBytes.get();
    }

    /** The files of which nothing was sent. */
    public Unsent unsent() {
        return new Unsent(foundFiles.get(), linkedFiles.get());
    }

    /** A file is started again: what it counted has to be sent again. */
    public void fallBack(long bytes, long ofThemResumed) {
        doneBytes.addAndGet(-bytes);
        resumedBytes.addAndGet(-ofThemResumed);
        repeatedBytes.addAndGet(bytes - ofThemResumed);
    }

    public void fileDone() {
        doneFiles.incrementAndGet();
    }

    /** A file was compared with this; the least of all files counts. */
    public synchronized void compared(Compared with) {
        compared = with.compareTo(compared) > 0 ? with : compared;
    }

    public synchronized Compared compared() {
        return compared;
    }

    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /** @throws TransferException when the transfer was interrupted or its deadline has passed */
    public void check() throws TransferException {
        if (cancelled) {
            throw new TransferException(Reason.INTERRUPTED, "interrupted; re-run the command to resume");
        }
        if (deadline != null && clock.instant().isAfter(deadline)) {
            throw new TransferException(
                    Reason.DEADLINE_MISSED, "the deadline " + deadline + " has passed; re-run the command to resume");
        }
    }

    public long doneBytes() {
        return doneBytes.get();
    }

    public long resumedBytes() {
        return resumedBytes.get();
    }

    public long repeatedBytes() {
        return repeatedBytes.get();
    }

    /**
     * The moment for a listener; its bytes never go down, though a file that is started again loses some. One thread
     * calls.
     */
    public Progress progress() {
        shownBytes = Math.max(shownBytes, doneBytes.get());
        return new Progress(
                phase, shownBytes, totalBytes.get(), doneFiles.get(), totalFiles.get(), name, resumedBytes.get());
    }
}
