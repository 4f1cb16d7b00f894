package org.waybill.client.endpoint;

import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * A source or destination as the user named it.
 *
 * @param location where it is; its scheme is {@code sftp} when none was chosen
 * @param schemeChosen false for {@code host:path}, which names a place and leaves the protocol to the advisor
 */
public record Endpoint(Location location, boolean schemeChosen) {

    /** Whether it is a file, directory or stream of this machine. */
    public boolean isLocal() {
        return location.isLocal();
    }

    /** Whether it is {@code -}: standard input or output. */
    public boolean isStream() {
        return location.isStream();
    }

    public String host() {
        return location.host();
    }

    /** The port that the user named, else the usual one of the scheme; 0 for a local end. */
    public int port() {
        if (location.port() != 0 || isLocal()) {
            return location.port();
        }
        return Protocols.named(location.scheme()).map(Protocol::defaultPort).orElse(0);
    }

    /** The same place, reached by another protocol; port 0 is that protocol's usual one. */
    public Location by(Protocol protocol, int port) {
        return new Location(protocol.scheme(), location.user(), location.host(), port, location.path());
    }

    /** Where SSH answers at its host: at the port that was named, if it was named for SSH, else at the usual one. */
    public Location shell() {
        boolean ssh = location.isServedBy(Protocol.SSH);
        return new Location(Protocol.SFTP.scheme(), location.user(), host(), ssh ? port() : Protocol.SSH.defaultPort(),
                ".");
    }

    /** The canonical spelling: {@link EndpointParser#parse} reads it back to an equal endpoint. */
    public String format() {
        return EndpointFormat.format(this);
    }

    @Override
    public String toString() {
        return format();
    }
}
