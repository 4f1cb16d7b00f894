package org.waybill.engine.session;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** A node's address as its user names it. */
public record NodeAddress(String host, int port) {
    /** The engine's port where none is named. */
    public static final int DEFAULT_PORT = 7411;

    public static NodeAddress of(Location location) {
        return new NodeAddress(location.host(), location.port() == 0 ? DEFAULT_PORT : location.port());
    }

    List<InetSocketAddress> resolve() throws TransferException {
        try {
            List<InetSocketAddress> addresses = new ArrayList<>();
            for (InetAddress address : InetAddress.getAllByName(host)) {
                addresses.add(new InetSocketAddress(address, port));
            }
            return addresses;
        } catch (UnknownHostException e) {
            throw new TransferException(Reason.UNKNOWN_HOST, "no host \"" + host + "\" is known; check its name", e);
        }
    }

    @Override
    public String toString() {
        return host.contains(":") ? "[" + host + "]:" + port : host + ":" + port;
    }
}
