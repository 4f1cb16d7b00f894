package org.waybill.engine.client;

import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferListener.Progress;

/** What an attempt reports to its caller: a progress that never goes back, and when it began. */
public final class ProgressCounter {
    private final TransferListener listener;
    private long bytesDone;
    private long filesDone;
    private long acceptedNanos;
    private boolean accepted;

    public ProgressCounter(TransferListener listener) {
        this.listener = listener;
    }

    public TransferListener listener() {
        return listener;
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

    public void progress(Progress now) {
        Progress shown;
        synchronized (this) {
            bytesDone = Math.max(bytesDone, now.bytesDone());
            filesDone = Math.max(filesDone, now.filesDone());
            shown = new Progress(
                    now.phase(),
                    bytesDone,
                    now.totalBytes(),
                    filesDone,
                    now.totalFiles(),
                    now.name(),
                    now.resumedBytes());
        }
        listener.onProgress(shown);
    }
}
