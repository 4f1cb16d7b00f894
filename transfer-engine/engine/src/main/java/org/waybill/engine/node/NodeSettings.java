package org.waybill.engine.node;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.protocol.Protocol;

/**
 * How a node runs.
 *
 * @param listen where it accepts sessions; port 0 for any free one
 * @param home where its identity and its paired peers are kept ({@code WAYBILL_HOME})
 * @param dataDirectory the one directory whose content it serves and writes; paths of requests are beneath it
 * @param limits bounds on what peers may use
 * @param relay what it forwards for others
 */
public record NodeSettings(
        InetSocketAddress listen, Path home, Path dataDirectory, NodeLimits limits, RelaySettings relay) {
    /** A node on loopback, port 7411, with the usual limits. */
    public static NodeSettings onLoopback(Path home, Path dataDirectory) {
        return new NodeSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Protocol.NODE_PORT),
                home,
                dataDirectory,
                NodeLimits.DEFAULT,
                RelaySettings.DEFAULT);
    }

    public NodeSettings withListen(InetSocketAddress address) {
        return new NodeSettings(address, home, dataDirectory, limits, relay);
    }

    public NodeSettings withLimits(NodeLimits bounds) {
        return new NodeSettings(listen, home, dataDirectory, bounds, relay);
    }

    public NodeSettings withRelay(RelaySettings forwarding) {
        return new NodeSettings(listen, home, dataDirectory, limits, forwarding);
    }
}
