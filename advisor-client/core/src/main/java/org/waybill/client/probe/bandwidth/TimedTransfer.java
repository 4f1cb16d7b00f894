package org.waybill.client.probe.bandwidth;

import java.io.IOException;
import org.waybill.engine.TransferException;

/** Moves test data over some protocol. Used by one thread; an interrupt stops it. */
public interface TimedTransfer extends AutoCloseable {
    /** The protocol as shown in {@code method}: {@code sftp}, {@code ftp}, {@code third-party-ftp}. */
    String name();

    /** The largest transfer that it can make. */
    long largestBytes();

    /** How often each payload byte crosses the network, 1 or 2. */
    default int crossings() {
        return 1;
    }

    /**
     * Moves this many bytes; what comes before and after them and must be there anyway counts as time.
     *
     * @param progress one that is over is looked after where a transfer can be ended and the connection kept; where it
     *     cannot, an interrupt follows
     */
    double seconds(long bytes, Progress progress) throws IOException, TransferException, InterruptedException;

    /** Removes what it left behind, and disconnects. */
    @Override
    void close();
}
