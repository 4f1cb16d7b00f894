package org.waybill.client.endpoint;

import org.waybill.engine.Location;
import org.waybill.engine.mover.sshconfig.SshHost;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * A source or destination as the user named it.
 *
 * @param location where it is; its scheme is {@code sftp} when none was chosen
 * @param schemeChosen false for {@code host:path}, which names a place and leaves the protocol to the advisor
 * @param host its name in the network, which is not the location's where that is an alias of ssh_config
 * @param sshPort where ssh_config says that SSH answers, 0 for the usual port
 * @param behind whether only SSH gets there, through a jump host or a command
 */
public record Endpoint(Location location, boolean schemeChosen, String host, int sshPort, boolean behind) {
    public Endpoint(Location location, boolean schemeChosen) {
        this(location, schemeChosen, location.host(), 0, false);
    }

    /** With what ssh_config says of its host; an alias is one for SSH only. */
    Endpoint reachedAs(SshHost known) {
        boolean ssh = location.isServedBy(Protocol.SSH);
        return new Endpoint(
                location,
                schemeChosen,
                ssh ? known.hostName() : host,
                known.port() == Protocol.SSH.defaultPort() ? 0 : known.port(),
                ssh && known.isBehind());
    }

    /** The same with a port that the user named. */
    public Endpoint atPort(int port) {
        Location at = location;
        return new Endpoint(
                new Location(at.scheme(), at.user(), at.host(), port, at.path()), schemeChosen, host, sshPort, behind);
    }

    /** Another path of the same host, reached as this one. */
    public Endpoint at(String path) {
        Location at = location;
        return new Endpoint(
                new Location(at.scheme(), at.user(), at.host(), at.port(), path), schemeChosen, host, sshPort, behind);
    }

    /** The same place, as if its protocol had been chosen: no other one's path stands for it. */
    public Endpoint chosen() {
        return new Endpoint(location, true, host, sshPort, behind);
    }

    /** Whether it is a file, directory or stream of this machine. */
    public boolean isLocal() {
        return location.isLocal();
    }

    /** Whether it is {@code -}: standard input or output. */
    public boolean isStream() {
        return location.isStream();
    }

    /** The port that the user named, else the usual one of the scheme; 0 for a local end. */
    public int port() {
        if (location.port() != 0 || isLocal()) {
            return location.port();
        }
        return location.isServedBy(Protocol.SSH) && sshPort != 0
                ? sshPort
                : Protocols.named(location.scheme()).map(Protocol::defaultPort).orElse(0);
    }

    /** The same place, reached by another protocol; port 0 is that protocol's usual one. */
    public Location by(Protocol protocol, int port) {
        String name = protocol.server() == Protocol.SSH ? location.host() : host;
        return new Location(protocol.scheme(), location.user(), name, port, location.path());
    }

    /** Where SSH answers at its host: at the port that was named, if it was named for SSH, else at the usual one. */
    public Location shell() {
        boolean ssh = location.isServedBy(Protocol.SSH);
        int usual = sshPort != 0 ? sshPort : Protocol.SSH.defaultPort();
        return new Location(Protocol.SFTP.scheme(), location.user(), location.host(), ssh ? port() : usual, ".");
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
