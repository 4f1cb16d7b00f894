package org.waybill.engine.gateway;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a gateway behaves.
 *
 * @param listen where it listens; port 0 for any
 * @param allowed the far servers that it connects to, as {@link DestinationPolicy} takes them; none by default
 * @param dataDir the root of its own store; null for none
 * @param storeWritable whether its own store takes files
 * @param gsi how grid clients authenticate; null where only FTP is spoken
 * @param mostSessions control connections in all
 * @param mostSessionsPerPeer control connections of one address
 * @param idle how long a control connection may be silent, and a data connection may stand still; to log in it has so
 *     long too, and a minute at most
 * @param patience how long to wait for a connection or a first reply
 * @param markers how often a client that sends in extended block mode hears what has arrived
 */
public record GatewaySettings(InetSocketAddress listen, List<String> allowed, @Nullable Path dataDir,
        boolean storeWritable, @Nullable GsiSettings gsi, int mostSessions, int mostSessionsPerPeer, Duration idle,
        Duration patience, Duration markers) {
    public GatewaySettings {
        allowed = List.copyOf(allowed);
        if (mostSessions < 1 || mostSessionsPerPeer < 1) {
            throw new IllegalArgumentException("mostSessions=" + mostSessions + ", mostSessionsPerPeer="
                    + mostSessionsPerPeer + ": both must be at least 1");
        }
    }

    /** Listens at {@code listen}, reaches {@code allowed}, has no store of its own. */
    public static GatewaySettings relay(InetSocketAddress listen, List<String> allowed) {
        return new GatewaySettings(listen, allowed, null, false, null, 200, 64, Duration.ofMinutes(5),
                Duration.ofSeconds(20), Duration.ofSeconds(5));
    }

    /** The same with a store of its own. */
    public GatewaySettings withStore(Path root, boolean writable) {
        return new GatewaySettings(listen, allowed, root, writable, gsi, mostSessions, mostSessionsPerPeer, idle,
                patience, markers);
    }

    /** The same for grid clients too. */
    public GatewaySettings withGsi(GsiSettings wanted) {
        return new GatewaySettings(listen, allowed, dataDir, storeWritable, wanted, mostSessions, mostSessionsPerPeer,
                idle, patience, markers);
    }
}
