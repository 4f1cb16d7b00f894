package org.waybill.engine;

import java.io.Closeable;
import java.io.IOException;

/** Closes what is of no use any more, whether that fails or not. */
public final class Quietly {
    private Quietly() {}

    public static void close(Closeable done) {
        try {
            done.close();
        } catch (IOException _) {
            // closed or not, nothing depends on it
        }
    }
}
