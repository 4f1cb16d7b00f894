package org.waybill.engine.session;

import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferListener.Progress;

/** What several attempts at one transfer have in common: a progress that never goes back, and what was sent in vain. */
public final class Tally {
    private final TransferListener listener;
    private long bytesDone;
    private long filesDone;
    private long lostBytes;
    private long attemptStart;

    public Tally(TransferListener listener) {
        this.listener = listener;
    }

    public TransferListener listener() {
        return listener;
    }

    /** A new attempt begins. */
    public synchronized void begin() {
        attemptStart = bytesDone;
    }

    /** Whether the attempt got further than those before. */
    public synchronized boolean hasAdvanced() {
        return bytesDone > attemptStart;
    }

    void progress(Progress now) {
        Progress shown;
        synchronized (this) {
            bytesDone = Math.max(bytesDone, now.bytesDone());
            filesDone = Math.max(filesDone, now.filesDone());
            shown = new Progress(now.phase(), bytesDone, now.totalBytes(), filesDone, now.totalFiles(), now.name());
        }
        listener.onProgress(shown);
    }

    synchronized void lost(long bytes) {
        lostBytes += bytes;
    }

    /** Bytes that failed attempts sent without the sink's acknowledgement. */
    public synchronized long lostBytes() {
        return lostBytes;
    }
}
