package org.waybill.client.probe.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads this machine's tables. On systems without {@code /proc} only disk space and processors are known. */
public final class LocalHost {
    private static final int LONGEST_TABLE_BYTES = 1 << 20;
    private static final long KIBI = 1024;

    private final Path root;

    /** @param root {@code /}, or a directory with the same tables below it */
    public LocalHost(Path root) {
        this.root = root;
    }

    /** The facts, with the disk space at {@code path} or, if that does not exist yet, at its nearest parent. */
    public HostFacts examine(String path) {
        String meminfo = table("proc/meminfo");
        Long total = ProcTables.memoryBytes(meminfo, "MemTotal");
        Long free = ProcTables.memoryBytes(meminfo, "MemAvailable");
        String stat = table("proc/stat");
        FileStore store = store(path);
        return new HostFacts("", List.of(), null, total, free, store == null ? null : space(store::getTotalSpace),
                store == null ? null : space(store::getUsableSpace), HostFacts.LOCAL,
                ProcTables.load(table("proc/loadavg")), Runtime.getRuntime().availableProcessors(), tcp(),
                ProcTables.runnable(stat), ProcTables.blocked(stat));
    }

    /** The same as text for {@link RemoteHost#parse}, as that one's script would print it. */
    public String tables(String path) {
        String device = ProcTables.defaultInterface(table("proc/net/route"));
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
        FileStore store = store(path);
        Long total = store == null ? null : space(store::getTotalSpace);
        Long free = store == null ? null : space(store::getUsableSpace);
        if (total != null && free != null) {
            tables.put("df", "disk " + total / KIBI + " " + (total - free) / KIBI + " " + free / KIBI + " - /");
        }
        StringBuilder text = new StringBuilder();
        tables.forEach((name, content) -> text.append(RemoteHost.table(name, content.strip())));
        return text.toString();
    }

    private String lines(String name, String... starts) {
        return table(name).lines().filter(line -> List.of(starts).stream().anyMatch(line::startsWith))
                .collect(Collectors.joining("\n"));
    }

    private TcpSettings tcp() {
        String device = ProcTables.defaultInterface(table("proc/net/route"));
        List<String> current = ProcTables.words(table("proc/sys/net/ipv4/tcp_congestion_control"));
        return new TcpSettings(ProcTables.autoTuningLimit(table("proc/sys/net/ipv4/tcp_rmem")),
                ProcTables.autoTuningLimit(table("proc/sys/net/ipv4/tcp_wmem")),
                ProcTables.single(table("proc/sys/net/core/rmem_max")),
                ProcTables.single(table("proc/sys/net/core/wmem_max")),
                current.isEmpty() ? null : current.getFirst(),
                ProcTables.words(table("proc/sys/net/ipv4/tcp_available_congestion_control")),
                device == null ? null : ProcTables.small(table("sys/class/net/" + device + "/mtu")),
                device == null ? null : ProcTables.linkBitsPerSecond(table("sys/class/net/" + device + "/speed")));
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

    private interface Space {
        long bytes() throws IOException;
    }

    private static @Nullable Long space(Space space) {
        try {
            long bytes = space.bytes();
            return bytes > 0 ? bytes : null;
        } catch (IOException e) {
            return null;
        }
    }
}
