package org.waybill.engine.overlay;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.TransferListener;

/** A node, and relays that a test starts, on loopback. */
abstract class OverlayCase {
    @TempDir
    Path directory;

    @AutoClose
    OverlayFixture overlay;

    @BeforeEach
    void start() throws Exception {
        overlay = new OverlayFixture(directory);
    }

    /** Keeps what it hears. */
    static final class Events implements TransferListener {
        final List<String> codes = new CopyOnWriteArrayList<>();
        private volatile long doneBytes;
        private volatile long relayLeftAtBytes = Long.MAX_VALUE;

        @Override
        public void onProgress(Progress progress) {
            doneBytes = progress.bytesDone();
        }

        @Override
        public void onEvent(String code, String text) {
            codes.add(code + " " + text);
            if (code.equals("PATH_CLOSED") && text.startsWith("via")) {
                relayLeftAtBytes = Math.min(relayLeftAtBytes, doneBytes);
            }
        }

        /** Whether a path over a relay was left before this amount had come. */
        boolean isLeftBefore(long bytes) {
            return relayLeftAtBytes < bytes;
        }
    }
}
