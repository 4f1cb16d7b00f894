package org.waybill.engine.session.source;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.session.ManifestDigests;
import org.waybill.engine.session.Missing;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.streams.BlockSendQueue;
import org.waybill.engine.session.streams.StreamSet;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/** How much of a source its sink has, and what the session's result is. For many threads. */
final class SourceProgress {
    private final SourcePlan plan;
    private final BlockSendQueue queue;
    private final StreamSet streams;
    private final Missing missing;
    private final Set<Integer> committed = ConcurrentHashMap.newKeySet();
    private final AtomicLong linkedFiles = new AtomicLong();
    /** Of files with several names, by the first one. */
    private final Map<Integer, byte[]> digests = new ConcurrentHashMap<>();

    private final AtomicLong resumedBytes = new AtomicLong();
    private final AtomicLong resumedFiles = new AtomicLong();
    private final ManifestDigests book = new ManifestDigests();
    private volatile Cause cause = Cause.UNKNOWN;
    private volatile Cause sinkCause = Cause.UNKNOWN;

    SourceProgress(SourcePlan plan, BlockSendQueue queue, StreamSet streams, Missing missing) {
        this.plan = plan;
        this.queue = queue;
        this.streams = streams;
        this.missing = missing;
    }

    /** What the sink has of a file already; see {@link SourcePump.Sink#resumed}. */
    void resumed(long bytes, int wholeFiles) {
        resumedBytes.addAndGet(bytes);
        resumedFiles.addAndGet(wholeFiles);
    }

    void digest(int entry, byte[] sha256) {
        book.put(entry, sha256);
        plan.firstName(entry).ifPresent(first -> digests.put(first, sha256));
    }

    /** The sink has given these their names. */
    void committed(Message.Committed done) throws WireException {
        for (int entry : done.entries()) {
            if (!plan.isFile(entry)) {
                throw new WireException("it has entry " + entry + ", which is no file that was listed");
            }
            if (committed.add(entry) && plan.isFurtherName(entry)) {
                linkedFiles.incrementAndGet();
                byte[] sha256 = digests.get(plan.firstName(entry).orElse(entry));
                if (sha256 != null) {
                    book.put(entry, sha256);
                }
            }
        }
    }

    boolean isCommitted(int entry) {
        return committed.contains(entry);
    }

    /** Only a sink that has all is done; of nothing it has all before we have looked again. */
    void requireAll() throws WireException {
        long all = plan.totalFiles() + plan.furtherNames();
        if (committed.size() < all || !plan.isThrough() && plan.totalBytes() != 0) {
            throw new WireException("it is done with " + committed.size() + " of " + all + " files");
        }
    }

    /** Everything was read once: what bounded the rate as seen from here. */
    Cause through(SourceMeter meter, long rateBitsPerSecond) {
        cause = meter.cause(
                streams.sockets(), plan.totalBytes() - resumedBytes.get(), plan.totalFiles(), rateBitsPerSecond);
        return cause;
    }

    /** The same as the sink sees it. */
    void sinkCause(Cause told) {
        sinkCause = told;
    }

    long resentBytes() {
        return queue.lostBytes() + streams.resentBytes();
    }

    TransferListener.Progress now() {
        long total = plan.totalBytes();
        long resumed = resumedBytes.get();
        long done = queue.acknowledgedBytes() + resumed;
        return new TransferListener.Progress(
                TransferListener.Phase.MOVING,
                total < 0 ? done : Math.min(done, total),
                total,
                committed.size() - linkedFiles.get(),
                plan.totalFiles(),
                "",
                resumed);
    }

    /** @param success whether the sink has all */
    SessionResult result(boolean isTree, boolean success) {
        return new SessionResult(
                Math.max(0, plan.totalBytes()),
                plan.totalFiles() + plan.furtherNames(),
                resumedBytes.get(),
                resumedFiles.get(),
                linkedFiles.get(),
                resentBytes() + (success ? 0 : queue.unacknowledgedBytes()),
                Math.max(1, streams.opened()),
                book.summary(plan::entry, isTree),
                cause,
                sinkCause,
                missing.firstFailure(),
                missing.all());
    }

    /** A failure of a tree's session, with the files that are not at the sink. */
    TransferException named(TransferException failure) {
        return missing.named(failure, plan.missing(committed));
    }
}
