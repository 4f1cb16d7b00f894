package org.waybill.engine.node;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.cache.CacheSettings;
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
 * @param cache what it keeps of files that it sends on for clients that ask for that; null for nothing
 */
public record NodeSettings(
        InetSocketAddress listen,
        Path home,
        Path dataDirectory,
        NodeLimits limits,
        RelaySettings relay,
        @Nullable CacheSettings cache) {
    /** A node on loopback, port 7411, with the usual limits. */
    public static NodeSettings onLoopback(Path home, Path dataDirectory) {
        return new NodeSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Protocol.NODE_PORT),
                home,
                dataDirectory,
                NodeLimits.DEFAULT,
                RelaySettings.DEFAULT,
                null);
    }

    public NodeSettings withListen(InetSocketAddress address) {
        return new NodeSettings(address, home, dataDirectory, limits, relay, cache);
    }

    public NodeSettings withLimits(NodeLimits bounds) {
        return new NodeSettings(listen, home, dataDirectory, bounds, relay, cache);
    }

    public NodeSettings withRelay(RelaySettings forwarding) {
        return new NodeSettings(listen, home, dataDirectory, limits, forwarding, cache);
    }

    public NodeSettings withCache(CacheSettings kept) {
        return new NodeSettings(listen, home, dataDirectory, limits, relay, kept);
    }
}
