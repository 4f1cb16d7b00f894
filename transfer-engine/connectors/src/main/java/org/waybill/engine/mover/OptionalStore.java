package org.waybill.engine.mover;

import java.net.URI;
import java.util.ServiceLoader;
import java.util.Set;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/**
 * Stores of a module of its own, whose library is large: nothing of it is loaded before the first of its URLs is opened.
 * Found with {@link ServiceLoader}.
 */
public interface OptionalStore {
    /** What it carries its data by. */
    Transport transport();

    /** Opens its stores. */
    StoreProvider.Opener opener(Credentials credentials);

    /**
     * The server that is asked for a place, as the user's settings name it: {@code https://HOST[:PORT]}, or {@code http}.
     *
     * @throws TransferException for settings that cannot be read
     */
    URI server(Location location) throws TransferException;

    /** The same, of the module that is there for the transport. */
    static URI server(Transport transport, Location location) throws TransferException {
        return find(transport).server(location);
    }

    /** A provider that looks for the module when it is first needed. */
    static StoreProvider provider(Transport transport, Credentials credentials) {
        return new StoreProvider(
                Set.copyOf(Protocols.schemes(transport)),
                (location, events, streams) ->
                        find(transport).opener(credentials).open(location, events, streams));
    }

    private static OptionalStore find(Transport transport) throws TransferException {
        for (OptionalStore one : ServiceLoader.load(OptionalStore.class, OptionalStore.class.getClassLoader())) {
            if (one.transport().equals(transport)) {
                return one;
            }
        }
        throw new TransferException(
                Reason.BAD_INPUT, "this installation has no module for " + transport + ": install it whole");
    }
}
