package org.waybill.cli;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.waybill.api.ServiceException;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.identity.PeerBook;
import org.waybill.engine.node.NodeSettings;

/** Relays that {@code --via auto} may choose from: the nodes that we are paired with, and the named service's. */
final class KnownRelays {
    private static final int MOST = 8;

    private KnownRelays() {}

    static List<String> of(Session session, Endpoint source, Endpoint destination) {
        Set<String> relays = new LinkedHashSet<>();
        try {
            relays.addAll(new PeerBook(session.home().root()).nodes());
        } catch (IOException e) {
            throw new CommandFailure(Reason.PERMISSION, "cannot read the paired nodes: " + e.getMessage(), e);
        }
        if (session.hasNamedService()) {
            try {
                Endpoint far = destination.isLocal() ? source : destination;
                relays.addAll(session.advisor().profile(far.location().host()).relays());
            } catch (ServiceException e) {
                session.note("waybill: the service names no relays: " + e.getMessage());
            }
        }
        relays.remove(authority(source.location()));
        relays.remove(authority(destination.location()));
        if (relays.isEmpty()) {
            session.note("waybill: no relay is known, so the data go directly: pair with nodes, or write"
                    + " --via auto:HOST:PORT,...");
        }
        return relays.stream().limit(MOST).toList();
    }

    private static String authority(Location location) {
        return new HostPort(location.host(), location.port() == 0 ? NodeSettings.DEFAULT_PORT : location.port())
                .toString();
    }
}
