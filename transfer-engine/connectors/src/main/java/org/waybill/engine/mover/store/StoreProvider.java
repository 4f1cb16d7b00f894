package org.waybill.engine.mover.store;

import java.util.Set;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;

/**
 * Opens the stores of one protocol.
 *
 * @param opener connects, checks who the server is, and logs in
 */
public record StoreProvider(Set<String> schemes, Opener opener) {
    /** Opens a store. */
    @FunctionalInterface
    public interface Opener {
        /** @param streams connections for one file, 0 for the protocol's own choice; only some protocols use several */
        Store open(Location location, Events events, int streams) throws TransferException, InterruptedException;
    }

    /** Receives what a store reports while it works. */
    @FunctionalInterface
    public interface Events {
        void tell(String code, String text);
    }

    /** Connects with the protocol's own choice of connections. */
    public Store open(Location location, Events events) throws TransferException, InterruptedException {
        return opener.open(location, events, 0);
    }
}
