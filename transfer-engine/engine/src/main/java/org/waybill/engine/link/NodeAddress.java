package org.waybill.engine.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.protocol.Protocol;

/** A node's address as its user names it. */
public record NodeAddress(String host, int port) {
    /** Its port, or that of nodes where none is named. */
    public static NodeAddress of(Location location) {
        return new NodeAddress(location.host(), location.port() == 0 ? Protocol.NODE_PORT : location.port());
    }

    /** Reads {@code HOST:PORT} or {@code [ADDRESS]:PORT} as this class prints it. */
    public static NodeAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            return new NodeAddress(text, Protocol.NODE_PORT);
        }
        String host = text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return new NodeAddress(
                bracketed ? host.substring(1, host.length() - 1) : host, Integer.parseInt(text.substring(colon + 1)));
    }

    /** Every address of the host; looked up now. */
    public List<InetSocketAddress> resolve() throws TransferException {
        try {
            List<InetSocketAddress> addresses = new ArrayList<>();
            for (InetAddress address : HostAddresses.of(host)) {
                addresses.add(new InetSocketAddress(address, port));
            }
            return addresses;
        } catch (UnknownHostException e) {
            throw HostAddresses.unknown(host, e);
        }
    }

    @Override
    public String toString() {
        return host.contains(":") ? "[" + host + "]:" + port : host + ":" + port;
    }
}
