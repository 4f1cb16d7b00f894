package org.waybill.engine.mover;

import java.time.Instant;
import java.util.List;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store;

/** A store in which uploads that no one goes on with stay, and cost what their parts cost. */
public interface UnfinishedUploads {
    /**
     * One that has no name yet.
     *
     * @param path that its file would have
     * @param id the server's own
     * @param lastActive when its last part came, else when it was started
     * @param parts -1 where this user may not see them, as {@code bytes}
     */
    record Upload(String path, String id, Instant started, Instant lastActive, int parts, long bytes) {}

    /** Those of paths that begin with a text, of all users and programs. */
    List<Upload> uploads(String beginning) throws TransferException, InterruptedException;

    /** Ends one and removes its parts; no error when there is none. */
    void end(Upload upload) throws TransferException, InterruptedException;

    /** Whether a name is that of this upload: one that {@link Store#begin} returned, and the home has noted. */
    boolean isNamed(Upload upload, String noted);
}
