package org.waybill.engine.storage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A source file that is being read. */
public interface SourceFile extends AutoCloseable {
    /** Fills {@code length} bytes from {@code offset}; a file that became shorter is a changed one. */
    void readFully(long offset, byte[] into, int start, int length) throws IOException;

    /** To be called after the last byte was read: fails if it is not the version that was announced. */
    void checkUnchanged() throws IOException;

    /** Its permissions, known from {@link #checkUnchanged} on; see {@link Permissions}. */
    int permissions();

    /** The SHA-256 that its own source gave, known from {@link #checkUnchanged} on; null if it is not a copy. */
    default byte @Nullable [] toldDigest() {
        return null;
    }

    @Override
    void close() throws IOException;

    /** It is not the file any more whose transfer was started. */
    final class ChangedException extends IOException {
        private static final long serialVersionUID = 1L;

        public ChangedException(String name) {
            super("\"" + EntryNames.printable(name) + "\" changed while it was read; copy it again when no program"
                    + " writes it");
        }
    }
}
