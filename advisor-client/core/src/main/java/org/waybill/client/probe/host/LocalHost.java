package org.waybill.client.probe.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads this machine's tables. On systems without {@code /proc} only disk space and processors are known.
 *
 * @param root {@code /}, or a directory with the same tables below it
 */
public record LocalHost(Path root) {
    private static final int LONGEST_TABLE_BYTES = 1 << 20;
    private static final long KIBI = 1024;
    private static final int DISCARD_PORT = 9;

    /** The facts, with the disk space at {@code path} or, if that does not exist yet, at its nearest parent. */
    public HostFacts examine(String path) {
        return examine(path, null);
    }

    /**
     * The same.
     *
     * @param local an address of this machine, whose interface counts; null for that of the default route
     */
    public HostFacts examine(String path, @Nullable InetAddress local) {
        return RemoteHost.parse(tables(path, local)).withBasis(HostFacts.LOCAL);
    }

    /** The same as text for {@link RemoteHost#parse}, as that one's script would print it: what a node reports. */
    public String tables(String path, @Nullable InetAddress local) {
        String device = device(local).orElseGet(() -> ProcTables.defaultInterface(table("proc/net/route")));
        Map<String, String> tables = new TreeMap<>();
        tables.put("meminfo", lines("proc/meminfo", "MemTotal", "MemAvailable"));
        tables.put("loadavg", table("proc/loadavg"));
        tables.put("stat", lines("proc/stat", "procs_"));
        tables.put("cpus", String.valueOf(Runtime.getRuntime().availableProcessors()));
        tables.put("rmem", table("proc/sys/net/ipv4/tcp_rmem"));
        tables.put("wmem", table("proc/sys/net/ipv4/tcp_wmem"));
        tables.put("rmem_max", table("proc/sys/net/core/rmem_max"));
        tables.put("wmem_max", table("proc/sys/net/core/wmem_max"));
        tables.put("congestion", table("proc/sys/net/ipv4/tcp_congestion_control"));
        tables.put("congestions", table("proc/sys/net/ipv4/tcp_available_congestion_control"));
        if (device != null) {
            tables.put("mtu", table("sys/class/net/" + device + "/mtu"));
            tables.put("speed", table("sys/class/net/" + device + "/speed"));
        }
        tables.put("df", disk(path));
        StringBuilder text = new StringBuilder();
        tables.forEach((name, content) -> text.append(RemoteHost.table(name, content.strip())));
        return text.toString();
    }

    /** The address of this machine that packets to another host are sent from; empty if there is no route. */
    public static Optional<InetAddress> addressTowards(InetAddress target) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(target, DISCARD_PORT); // sends nothing
            return Optional.of(socket.getLocalAddress()).filter(found -> !found.isAnyLocalAddress());
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> device(@Nullable InetAddress local) {
        try {
            return Optional.ofNullable(local == null ? null : NetworkInterface.getByInetAddress(local))
                    .map(NetworkInterface::getName);
        } catch (SocketException e) {
            return Optional.empty();
        }
    }

    private String lines(String name, String... starts) {
        return table(name)
                .lines()
                .filter(line -> List.of(starts).stream().anyMatch(line::startsWith))
                .collect(Collectors.joining("\n"));
    }

    /** A table's text; empty where there is none. Such files have no size, so a bounded read it is. */
    private String table(String name) {
        try (var in = Files.newInputStream(root.resolve(name))) {
            return new String(in.readNBytes(LONGEST_TABLE_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private static @Nullable FileStore store(String path) {
        try {
            Path at = Path.of(path).toAbsolutePath();
            while (at != null && !Files.exists(at)) {
                at = at.getParent();
            }
            return at == null ? null : Files.getFileStore(at);
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    /** As {@code df -Pk} shows it; empty where that is unknown. */
    private static String disk(String path) {
        try {
            FileStore store = store(path);
            long total = store == null ? 0 : store.getTotalSpace();
            if (store == null || total <= 0) {
                return "";
            }
            long free = store.getUsableSpace();
            return "disk " + total / KIBI + " " + (total - free) / KIBI + " " + free / KIBI + " - /";
        } catch (IOException e) {
            return "";
        }
    }
}
