package org.waybill.engine.mover.store;

import java.util.Set;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;

/** Opens the stores of one protocol. */
public interface StoreProvider {
    Set<String> schemes();

    /** Connects, checks who the far end is, and logs in. */
    Store open(Location location, Events events) throws TransferException, InterruptedException;

    /**
     * The same for a protocol that can use several connections for one file.
     *
     * @param streams that many, 0 for the protocol's own choice
     */
    default Store open(Location location, Events events, int streams) throws TransferException, InterruptedException {
        return open(location, events);
    }

    /** Where a store tells what is worth a line. */
    @FunctionalInterface
    interface Events {
        void tell(String code, String text);
    }
}
