package org.waybill.engine.client;

import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferListener.Progress;

/** What several attempts at one transfer have in common: a progress that never goes back, and what was sent in vain. */
public final class Tally {
    private final TransferListener listener;
    private long bytesDone;
    private long filesDone;
    private long lostBytes;
    private long attemptStart;
    private long acceptedNanos;
    private boolean accepted;

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

    /** A node has accepted the request; the first time counts. */
    synchronized void accepted() {
        if (!accepted) {
            accepted = true;
            acceptedNanos = System.nanoTime();
        }
    }

    /**
     * How long after {@code startedNanos} the request was first accepted, in seconds. It is seen half a round trip
     * late, as is the end, so that the time between the two is that of the node.
     */
    public synchronized double secondsToAcceptance(long startedNanos) {
        return accepted ? Math.max(0, acceptedNanos - startedNanos) / 1e9 : 0;
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
