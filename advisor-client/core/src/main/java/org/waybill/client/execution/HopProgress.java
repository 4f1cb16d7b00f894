package org.waybill.client.execution;

import org.waybill.engine.ForwardingListener;
import org.waybill.engine.TransferListener;

/** The progress of hops that follow each other as that of one transfer: a byte counts when it has made all of them. */
final class HopProgress extends ForwardingListener {
    private final int hops;
    private int done;
    private long totalBytes = -1;
    private long totalFiles = -1;

    HopProgress(int hops, TransferListener next) {
        super(next);
        this.hops = hops;
    }

    /** The next hop starts, after {@code before} others. */
    synchronized void start(int before) {
        done = before;
    }

    @Override
    public synchronized void onProgress(Progress progress) {
        if (progress.totalBytes() >= 0) {
            totalBytes = progress.totalBytes();
            totalFiles = progress.totalFiles();
        }
        super.onProgress(new Progress(
                progress.phase(),
                share(totalBytes, progress.bytesDone()),
                totalBytes,
                share(totalFiles, progress.filesDone()),
                totalFiles,
                progress.name()));
    }

    private long share(long total, long ofThis) {
        return (Math.max(0, total) * done + ofThis) / hops;
    }

    /** That of one hop is none of the whole. */
    @Override
    public void onForecast(double secondsP50, double secondsP90) {}
}
