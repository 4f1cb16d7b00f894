package org.waybill.engine.mover.engine;

import java.util.Arrays;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferListener.Progress;

/** How far several copies of one dataset are together; a copy that is started again does not take back what it had. */
final class CombinedProgress {
    private final TransferListener listener;
    private final long[] bytes;
    private final long[] files;
    private long totalBytes = -1;
    private long totalFiles;

    CombinedProgress(int copies, TransferListener listener) {
        this.listener = listener;
        bytes = new long[copies];
        files = new long[copies];
    }

    /** One of them has got so far. */
    synchronized void progress(int copy, Progress now) {
        bytes[copy] = Math.max(bytes[copy], now.bytesDone());
        files[copy] = Math.max(files[copy], now.filesDone());
        totalBytes = Math.max(totalBytes, now.totalBytes());
        totalFiles = Math.max(totalFiles, now.totalFiles());
        // reported in turn: of two copies the one that is reported later must not show less
        listener.onProgress(new Progress(
                Phase.MOVING,
                Arrays.stream(bytes).sum(),
                totalBytes < 0 ? -1 : totalBytes * bytes.length,
                Arrays.stream(files).sum(),
                totalFiles * files.length,
                ""));
    }
}
