package org.waybill.engine.session.sink;

import java.util.concurrent.atomic.AtomicLong;
import org.waybill.engine.TransferListener;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.WireException;

/** How much a sink was promised, has, and had already; and whether that is all. For many threads. */
final class SinkProgress {
    private final AtomicLong resumedBytes = new AtomicLong();
    private final AtomicLong resumedFiles = new AtomicLong();
    private final AtomicLong linkedFiles = new AtomicLong();
    private final AtomicLong repeatedBytes = new AtomicLong();
    private final AtomicLong doneBytes = new AtomicLong();
    private boolean listed;
    private boolean sourceThrough;
    private long totalBytes;
    private long totalFiles;
    private long committedFiles;

    /** The source names one more file, or requests that one more comes. */
    synchronized void announced(TreeEntry entry) throws WireException {
        if (entry.sizeBytes() > Long.MAX_VALUE - totalBytes) {
            throw new WireException("files of more than 2^63 bytes");
        }
        totalBytes += entry.directory() ? 0 : entry.sizeBytes();
        totalFiles += entry.directory() ? 0 : 1;
    }

    /** One that does not come has become a hard link. */
    void linked() {
        linkedFiles.incrementAndGet();
    }

    /** It is not there after all. */
    void unlinked() {
        linkedFiles.decrementAndGet();
    }

    long linkedFiles() {
        return linkedFiles.get();
    }

    /** All files are named. */
    synchronized void listed() {
        listed = true;
    }

    /** The source has said all it has to say. */
    synchronized void sourceIsThrough() {
        sourceThrough = true;
    }

    synchronized void committed() {
        committedFiles++;
    }

    /** A file that was announced will not come; this part of it had counted as done. */
    synchronized void withdrawn(long bytes, long done) {
        totalBytes -= bytes;
        totalFiles--;
        doneBytes.addAndGet(-done);
    }

    /** One that had its name has another one. */
    synchronized void lost(long bytes) {
        committedFiles--;
        withdrawn(bytes, bytes);
    }

    /** Whether everything has come that will come. */
    synchronized boolean isComplete() {
        return listed && sourceThrough && committedFiles >= totalFiles;
    }

    /** Bytes of a file that were there already, and how many it has. */
    void resumed(long bytes, long sizeBytes) {
        resumedBytes.addAndGet(bytes);
        resumedFiles.addAndGet(bytes == sizeBytes ? 1 : 0);
        doneBytes.addAndGet(bytes);
    }

    /** Bytes that came, and how many of them were new. */
    void arrived(long bytes, long fresh) {
        doneBytes.addAndGet(fresh);
        repeatedBytes.addAndGet(bytes - fresh);
    }

    /** A whole file must come again, and how many of its bytes had counted as there already. */
    void startsAgain(long bytes, long foundBytes) {
        resumedBytes.addAndGet(-foundBytes);
        resumedFiles.addAndGet(foundBytes == bytes ? -1 : 0);
        doneBytes.addAndGet(-bytes);
    }

    long resumedBytes() {
        return resumedBytes.get();
    }

    /** Files that were there as a whole. */
    long resumedFiles() {
        return resumedFiles.get();
    }

    long repeatedBytes() {
        return repeatedBytes.get();
    }

    synchronized long totalBytes() {
        return totalBytes;
    }

    synchronized long totalFiles() {
        return totalFiles;
    }

    synchronized TransferListener.Progress progress() {
        return new TransferListener.Progress(
                TransferListener.Phase.MOVING,
                doneBytes.get(),
                listed ? totalBytes : -1,
                committedFiles,
                totalFiles,
                "",
                resumedBytes.get());
    }
}
