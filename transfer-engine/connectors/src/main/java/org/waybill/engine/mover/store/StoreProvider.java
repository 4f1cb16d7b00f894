package org.waybill.engine.mover.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /**
     * The one provider of each scheme, for all who open stores.
     *
     * @throws IllegalArgumentException if two have the same scheme
     */
    public static Map<String, StoreProvider> byScheme(List<StoreProvider> providers) {
        Map<String, StoreProvider> all = new HashMap<>();
        for (StoreProvider provider : providers) {
            for (String scheme : provider.schemes) {
                if (all.putIfAbsent(scheme, provider) != null) {
                    throw new IllegalArgumentException(
                            "two stores have the scheme '" + scheme + "': expected one provider of it");
                }
            }
        }
        return Map.copyOf(all);
    }

    /** Connects with the protocol's own choice of connections. */
    public Store open(Location location, Events events) throws TransferException, InterruptedException {
        return opener.open(location, events, 0);
    }
}
