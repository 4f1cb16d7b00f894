package org.waybill.engine.node;

import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.identity.Fingerprint;

/**
 * What clients have under way here, by what they call it. A client that comes back for the same transfer has lost its
 * connection, whether or not that has been noticed here: its earlier attempt is ended, and has released the target
 * before the new one takes it.
 */
final class RunningTransfers {
    /** An attempt that waits for a disk may take a while to end; who comes back hears then that the target is busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Map<String, Attempt> running = new HashMap<>();

    /** One attempt; closed when it holds nothing any more. */
    final class Attempt implements AutoCloseable {
        private final String key;
        private final Runnable end;
        private final CountDownLatch over = new CountDownLatch(1);

        private Attempt(String key, Runnable end) {
            this.key = key;
            this.end = end;
        }

        @Override
        public void close() {
            synchronized (running) {
                running.remove(key, this);
            }
            over.countDown();
        }
    }

    /**
     * Begins an attempt, after the same client's earlier one has ended.
     *
     * @param transfer what the client calls it; empty if it will not come back
     * @param end has the attempt end soon; must not block
     */
    Attempt begin(Fingerprint client, byte[] transfer, Runnable end) throws InterruptedException {
        // only its own: no client ends another client's transfer
        String key = client + " " + HexFormat.of().formatHex(transfer);
        Attempt begun = new Attempt(key, end);
        if (transfer.length == 0) {
            return begun;
        }
        Attempt earlier;
        synchronized (running) {
            earlier = running.put(key, begun);
        }
        try {
            await(earlier);
            return begun;
        } catch (InterruptedException e) {
            begun.close();
            throw e;
        }
    }

    private static void await(@Nullable Attempt earlier) throws InterruptedException {
        if (earlier != null) {
            earlier.end.run();
            earlier.over.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
