package org.waybill.engine.mover.store;

import java.util.Set;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;

/** Opens the stores of one protocol. */
public interface StoreProvider {
    Set<String> schemes();

    /** Connects, checks who the far end is, and logs in. */
    Store open(Location location, Events events) throws TransferException, InterruptedException;

    /** Where a store tells what is worth a line. */
    @FunctionalInterface
    interface Events {
        void tell(String code, String text);
    }
}
