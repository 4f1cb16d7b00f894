package org.waybill.engine.gridftp.data;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where the bytes of one transfer come from. */
public interface DataSource extends AutoCloseable {
    /**
     * Reads all there is and hands it on, from as many threads as there are connections; returns when every byte has
     * been accepted by {@code sink}. A sink that is slow holds the source back.
     */
    void pumpTo(DataSink sink) throws IOException, InterruptedException;

    /**
     * Whether all that was promised has come, except for what this number of writers hold: they would wait for ever
     * then for anything that comes before it.
     */
    default boolean hasNothingBut(int waiting) {
        return false;
    }

    /** Connections that have brought something and not ended; 0 where there is but one. */
    default int speaking() {
        return 0;
    }

    /** The largest receive buffer of the connections, as the kernel has it now; 0 where there are none. */
    default int receiveBufferBytes() throws IOException {
        return 0;
    }

    /** Why it failed, known before any connection is closed for it; null while it has not, or where that is unknown. */
    default @Nullable IOException failure() {
        return null;
    }

    /** Closes the connections; threads that are blocked on them get an exception. */
    @Override
    void close();
}
