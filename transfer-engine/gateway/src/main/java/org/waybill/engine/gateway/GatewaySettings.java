package org.waybill.engine.gateway;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.admission.AdmissionLimits;

/**
 * How a gateway behaves.
 *
 * @param listen where it listens; port 0 for any
 * @param allowed the remote servers that it connects to, as {@link DestinationPolicy} takes them; none by default
 * @param dataDir the root of its own store; null for none
 * @param storeWritable whether its own store takes files
 * @param gsi how grid clients authenticate; null where only FTP is spoken
 * @param connections bounds on control connections; a stranger is one that has not logged in
 * @param idle how long a control connection may be silent, and a data connection may be idle
 * @param patience how long to wait for a connection or a first reply
 * @param markers how often a client that sends in extended block mode hears what has arrived
 */
public record GatewaySettings(
        InetSocketAddress listen,
        List<String> allowed,
        @Nullable Path dataDir,
        boolean storeWritable,
        @Nullable GsiSettings gsi,
        AdmissionLimits connections,
        Duration idle,
        Duration patience,
        Duration markers) {
    /** Replies go back and forth before a log-in, and a person who types it needs time. */
    public static final AdmissionLimits CONNECTIONS = AdmissionLimits.DEFAULT
            .withConnections(200, 64)
            .withStrangers(100, 32, 64)
            .withTimes(Duration.ofSeconds(2), Duration.ofSeconds(20))
            .withPatience(8, Duration.ofMinutes(1));

    public GatewaySettings {
        allowed = List.copyOf(allowed);
    }

    /** Listens at {@code listen}, reaches {@code allowed}, has no store of its own. */
    public static GatewaySettings relay(InetSocketAddress listen, List<String> allowed) {
        return new GatewaySettings(
                listen,
                allowed,
                null,
                false,
                null,
                CONNECTIONS,
                Duration.ofMinutes(5),
                Duration.ofSeconds(20),
                Duration.ofSeconds(5));
    }

    /** The same with a store of its own. */
    public GatewaySettings withStore(Path root, boolean writable) {
        return new GatewaySettings(listen, allowed, root, writable, gsi, connections, idle, patience, markers);
    }

    /** The same for grid clients too. */
    public GatewaySettings withGsi(GsiSettings wanted) {
        return new GatewaySettings(
                listen, allowed, dataDir, storeWritable, wanted, connections, idle, patience, markers);
    }

    /** The same with these bounds on control connections. */
    public GatewaySettings withConnections(AdmissionLimits bounds) {
        return new GatewaySettings(listen, allowed, dataDir, storeWritable, gsi, bounds, idle, patience, markers);
    }
}
