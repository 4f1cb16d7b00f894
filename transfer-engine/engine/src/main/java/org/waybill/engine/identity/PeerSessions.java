package org.waybill.engine.identity;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What paired clients have open at a node. A client that is removed from the {@link PeerStore}, or granted something
 * else, by whichever process, loses what it has open at once.
 */
public final class PeerSessions implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PeerSessions.class.getName());
    private static final Duration LOOK = Duration.ofMillis(250);

    private final PeerStore book;
    private final Set<Session> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Returns whether what was granted when something was opened still is. */
    @FunctionalInterface
    public interface Still {
        boolean granted() throws IOException;
    }

    /** Something open; close it when it is over. */
    public final class Session implements AutoCloseable {
        private final Still still;
        private final Runnable end;

        private Session(Still still, Runnable end) {
            this.still = still;
            this.end = end;
        }

        @Override
        public void close() {
            open.remove(this);
        }
    }

    public PeerSessions(PeerStore book) {
        this.book = book;
    }

    /** Starts to watch the book. */
    public void start() {
        Thread.ofVirtual().name("peers watch").start(this::watch);
    }

    /**
     * Something is open from now on. Look at the grant only after this: a change before it is not noticed here.
     *
     * @param end ends it, from another thread
     */
    public Session enter(Still still, Runnable end) {
        Session session = new Session(still, end);
        open.add(session);
        return session;
    }

    private void watch() {
        String seen = "not read yet";
        while (!closed) {
            try {
                String now = book.version();
                if (!now.equals(seen)) {
                    endWhatIsNotGranted();
                    seen = now;
                }
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "cannot read the paired peers: {0}", e.getMessage());
                seen = "";
            }
            try {
                Thread.sleep(LOOK);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private void endWhatIsNotGranted() throws IOException {
        for (Session session : open) {
            if (!session.still.granted()) {
                session.end.run();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
