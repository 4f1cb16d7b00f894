package org.waybill.engine.session.sink;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.TreeEntry;

/** Hears how the single large file of a session arrives, so that it can be sent on meanwhile. */
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
}
