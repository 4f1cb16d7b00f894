package org.waybill.engine.session.sink;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TreeEntry;

/**
 * Hears how the single large file of a session arrives, so that it can be sent on meanwhile; and of each file of any
 * session before it is looked for, when what was found proves to be another content, and when it is verified.
 */
public interface CutThroughListener {
    /** For sessions without followers. */
    CutThroughListener NONE = new CutThroughListener() {};

    /** It is written into this one from now on. */
    default void receiving(TreeEntry entry, PartialFile part) throws IOException {}

    /** A block was written. */
    default void grew() {}

    /**
     * It is verified and has its name.
     *
     * @param sha256 its source's, null if nothing was compared
     * @param permissions its source's
     */
    default void whole(byte @Nullable [] sha256, int permissions) {}

    /** A file was listed; what is at its place is examined next. */
    default void expected(TreeEntry entry, TargetTree tree) {}

    /**
     * More was listed, and nothing of it was sent yet.
     *
     * @param totalBytes of all that was listed so far
     * @throws TransferException if so many bytes are not taken
     */
    default void listed(long totalBytes) throws TransferException {}

    /** Whether the session is of no use without each of its files. */
    default boolean needsAll() {
        return false;
    }

    /** What was there, or arrived, has another SHA-256 than the source's, or cannot be read. */
    default void differs(TreeEntry entry, TargetTree tree) {}

    /**
     * A file has its name, whether it was there before or arrived.
     *
     * @param sha256 its source's, null if nothing was compared
     */
    default void arrived(TreeEntry entry, TargetTree tree, byte @Nullable [] sha256) {}
}
