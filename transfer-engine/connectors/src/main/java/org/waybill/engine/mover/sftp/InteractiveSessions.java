package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.Session;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;

/**
 * The SSH sessions that a person answered questions for, kept for all that a command does: a one-time code is good for
 * one log-in (decision 0274). Safe for many threads.
 */
public final class InteractiveSessions implements AutoCloseable {
    private final Map<String, Kept> all = new ConcurrentHashMap<>();

    private static final class Kept {
        private volatile @Nullable Session session;
    }

    /** Opens a session, and says whether a person answered meanwhile. */
    @FunctionalInterface
    interface Opener {
        Session open(AtomicBoolean asked) throws TransferException;
    }

    /** The session that was kept for a log-in, else a new one; the same log-in is not asked for twice at once. */
    Session session(String login, Opener opener) throws TransferException {
        Kept kept = all.computeIfAbsent(login, _ -> new Kept());
        synchronized (kept) {
            Session known = kept.session;
            if (known != null && known.isConnected()) {
                return known;
            }
            AtomicBoolean asked = new AtomicBoolean();
            Session fresh = opener.open(asked);
            kept.session = asked.get() ? fresh : null;
            return fresh;
        }
    }

    /** Whether a session outlives its user. */
    boolean keeps(Session session) {
        return all.values().stream().anyMatch(kept -> kept.session == session);
    }

    @Override
    public void close() {
        all.values().stream().map(kept -> kept.session).filter(Objects::nonNull).forEach(Session::disconnect);
        all.clear();
    }
}
