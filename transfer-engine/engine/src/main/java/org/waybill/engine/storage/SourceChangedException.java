package org.waybill.engine.storage;

import java.io.IOException;

/** The source file is not the one any more whose transfer was started. */
public final class SourceChangedException extends IOException {
    private static final long serialVersionUID = 1L;

    public SourceChangedException(String name) {
        super("\"" + EntryNames.printable(name) + "\" changed while it was read; copy it again when no program"
                + " writes it");
    }
}
