package org.waybill.engine;

/** Hears how a transfer goes. Called from the engine's threads, several times a second at most; must not block. */
public interface TransferListener {
    /** Hears nothing. */
    TransferListener NONE = progress -> {};

    void onProgress(Progress progress);

    /** Something worth a line in the log: a stable code and a sentence. */
    default void onEvent(String code, String text) {}

    /** How long all of it is forecast to take; may be said again when more is known. */
    default void onForecast(double secondsP50, double secondsP90) {}

    /** What was copied so far counts no more: it is sent again by another option. */
    default void onRestart() {}

    /**
     * A moment of a transfer.
     *
     * @param phase what is being done now
     * @param totalBytes -1 while still unknown
     * @param filesDone further names of a file, which become hard links to it, count neither here nor in the total
     * @param name the file being copied, empty between files
     * @param resumedBytes how many of the bytes this attempt found at the destination; -1 where that is not known
     */
    record Progress(
            Phase phase,
            long bytesDone,
            long totalBytes,
            long filesDone,
            long totalFiles,
            String name,
            long resumedBytes) {
        /** Of which only is known how far it is. */
        public Progress(Phase phase, long bytesDone, long totalBytes, long filesDone, long totalFiles, String name) {
            this(phase, bytesDone, totalBytes, filesDone, totalFiles, name, -1);
        }

        /**
         * What was there before the attempt.
         *
         * @param soFar the same by its last report, -1 at the first: where nothing else is known, what that one counted
         */
        public long firstBytes(long soFar) {
            return resumedBytes >= 0 ? resumedBytes : soFar >= 0 ? soFar : bytesDone;
        }
    }

    /** The phases of a transfer. */
    enum Phase {
        CONNECTING,
        LISTING,
        MOVING,
        VERIFYING,
        FINISHING
    }
}
