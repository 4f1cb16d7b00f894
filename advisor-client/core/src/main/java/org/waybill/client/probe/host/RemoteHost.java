package org.waybill.client.probe.host;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.SshCommands;

/**
 * Reads another machine's tables over SSH: one shell script, one round trip. The answer comes from outside, so every
 * value is checked and what is garbled is unknown. On systems without {@code /proc} only the disk space is known.
 */
public final class RemoteHost {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final String MARK = "@waybill ";

    /** Holds 1 if the path itself does not exist; the disk space is then that of its nearest parent. */
    private static final String ABSENT = "absent";

    private static final Map<String, String> TABLES = Map.ofEntries(
            Map.entry(ABSENT, "[ -e \"$w\" ] || echo 1"),
            Map.entry("meminfo", "cat /proc/meminfo"),
            Map.entry("loadavg", "cat /proc/loadavg"),
            Map.entry("stat", "grep '^procs_' /proc/stat"),
            Map.entry("quota", CpuQuota.SCRIPT.strip()),
            Map.entry("cpus", "getconf _NPROCESSORS_ONLN"),
            Map.entry("route", "cat /proc/net/route"),
            Map.entry("rmem", "cat /proc/sys/net/ipv4/tcp_rmem"),
            Map.entry("wmem", "cat /proc/sys/net/ipv4/tcp_wmem"),
            Map.entry("rmem_max", "cat /proc/sys/net/core/rmem_max"),
            Map.entry("wmem_max", "cat /proc/sys/net/core/wmem_max"),
            Map.entry("congestion", "cat /proc/sys/net/ipv4/tcp_congestion_control"),
            Map.entry("congestions", "cat /proc/sys/net/ipv4/tcp_available_congestion_control"),
            Map.entry("mtu", "cat \"/sys/class/net/$i/mtu\""),
            Map.entry("speed", "cat \"/sys/class/net/$i/speed\""),
            Map.entry("df", "df -Pk \"$p\""));

    /**
     * Writes pieces four times as large each until one takes 0.4 s, the final flush included, where there is room. Each
     * is removed at once, by the remote host itself: the client may be gone by then.
     */
    private static final String DISK = """
        [ -d "$p" ] || p=$(dirname -- "$p")
        f=$p/.waybill-disk-$$.tmp
        if [ -w "$p" ] && [ "$(df -Pk "$p" | awk 'END {print ($2 > 0 ? $4 : %1$d)}')" -ge %1$d ]; then
            for n in 1 4 16 64; do
                o=$(dd if=/dev/zero "of=$f" bs=256k count=$n conv=fsync 2>&1)
                rm -f "$f"
                echo "$o"
                case $o in *'copied, 0.'[0-3]* | *'copied, '*e-*) ;; *) break ;; esac
            done
        fi
        """.formatted(LocalDisk.LEAST_FREE_BYTES >> 10);

    /**
     * Reads from a random place of a file on: what others read of its beginning, and what the last probe read, is in
     * memory. All 85 pieces fit behind that place if the file is twice as large as these, else half of the file. A
     * small piece waits for all that the kernel reads ahead, which may be several times as much: two go past the page
     * cache then, where the file system can do that, of which the first waits for what was still being read ahead.
     */
    private static final String READ = """
        f=$p
        [ ! -d "$p" ] || f=$(find "$p" -maxdepth 3 -type f -size +%1$dc | head -n 1)
        b=$(ls -lnL "$f" | awk '{print $5}')
        if [ -f "$f" ] && [ "$b" -ge %1$d ]; then
            b=$((b / 262144))
            last=$((b > 170 ? b - 85 : b / 2))
            r=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
            at=$((${r:-$$} %% (last + 1)))
            for n in 1 4 16 64; do
                o=$(dd "if=$f" of=/dev/null bs=256k count=$n skip=$at 2>&1)
                at=$((at + n))
                echo "$o"
                case $o in *'copied, 0.'[0-3]* | *'copied, '*e-*) ;; *) break ;; esac
            done
            [ "$n" -gt 16 ] || for k in 1 2; do
                dd "if=$f" of=/dev/null bs=256k count=$((n * k)) skip=$at iflag=direct 2>&1
                at=$((at + n))
            done
        fi
        """.formatted(LocalDisk.LEAST_READ_BYTES);

    private RemoteHost() {}

    private static final String START = """
        LC_ALL=C; export LC_ALL; exec 2>/dev/null
        p='%s'; w=$p
        while [ ! -e "$p" ] && [ "$p" != / ] && [ "$p" != . ]; do p=$(dirname -- "$p"); done
        PATH=$PATH:/usr/sbin:/sbin
        i=$(ip -o route get "${SSH_CONNECTION%%%% *}" | sed -n 's/.* dev \\([^ ]*\\).*/\\1/p')
        [ -n "$i" ] || i=$(awk 'NR > 1 && !f {f = $1} $2 == "00000000" && $8 == "00000000" {f = $1; exit} END {print f}' \\
            /proc/net/route)
        """;

    /** The script: tables in any order, each after a line that names it. The path is in single quotes. */
    static String script(String path, HostExaminer.Disk disk) {
        String absolute = path.startsWith("/") ? path : "./" + path;
        StringBuilder script = new StringBuilder(START.formatted(absolute.replace("'", "'\\''")));
        new TreeMap<>(TABLES)
                .forEach((name, command) -> script.append(table(name)).append("; " + command + "\n"));
        if (disk != HostExaminer.Disk.UNTIMED) { // last: what is cut off at the limit is this alone
            boolean reads = disk == HostExaminer.Disk.READ;
            script.append(table(reads ? "read" : "disk")).append("\n").append(reads ? READ : DISK);
        }
        return script.append("exit 0\n").toString();
    }

    private static String table(String name) {
        return "echo; echo '" + MARK + name + "'";
    }

    /** One of the tables, as the script prints them. */
    public static String table(String name, String content) {
        return "\n" + MARK + name + "\n" + content + "\n";
    }

    /** A number that is in a table of its own; null where it does not. */
    public static @Nullable Long number(String output, String name) {
        return ProcTables.single(tables(output).getOrDefault(name, ""));
    }

    /** What the script's output says. */
    public static HostFacts parse(String output) {
        Map<String, String> tables = tables(output);
        String meminfo = tables.getOrDefault("meminfo", "");
        long @Nullable [] disk = ProcTables.disk(tables.getOrDefault("df", ""));
        Integer cpus = ProcTables.small(tables.getOrDefault("cpus", ""));
        HostFacts facts = new HostFacts(
                "",
                List.of(),
                null,
                ProcTables.memoryBytes(meminfo, "MemTotal"),
                ProcTables.memoryBytes(meminfo, "MemAvailable"),
                disk == null ? null : disk[0],
                disk == null ? null : disk[1],
                HostFacts.SSH,
                ProcTables.load(tables.getOrDefault("loadavg", "")),
                cpus,
                tcp(tables),
                ProcTables.runnable(tables.getOrDefault("stat", "")),
                ProcTables.blocked(tables.getOrDefault("stat", "")),
                slow(tables, "read"),
                slow(tables, "disk"),
                null,
                CpuQuota.parse(tables.getOrDefault("quota", ""))
                        .map(CpuQuota::cores)
                        .orElse(null));
        boolean nothing = facts.totalMemoryBytes() == null && facts.totalDiskBytes() == null;
        return nothing ? HostFacts.unknown("", List.of()) : facts;
    }

    /** As {@link LocalDisk#slowWriteBytesPerSecond}. */
    private static @Nullable Double slow(Map<String, String> tables, String name) {
        List<DdOutput> pieces = DdOutput.parse(tables.getOrDefault(name, "")).toList();
        double best = pieces.stream()
                .filter(piece -> piece.seconds() >= LocalDisk.LEAST_SECONDS)
                .mapToDouble(DdOutput::bytesPerSecond)
                .max()
                .orElseGet(() -> pieces.isEmpty()
                        ? Double.POSITIVE_INFINITY
                        : pieces.getLast().bytesPerSecond());
        return best >= LocalDisk.FAST_BYTES_PER_SECOND ? null : Double.valueOf(best);
    }

    private static TcpSettings tcp(Map<String, String> tables) {
        List<String> current = ProcTables.words(tables.getOrDefault("congestion", ""));
        return new TcpSettings(
                ProcTables.autoTuningLimit(tables.getOrDefault("rmem", "")),
                ProcTables.autoTuningLimit(tables.getOrDefault("wmem", "")),
                ProcTables.single(tables.getOrDefault("rmem_max", "")),
                ProcTables.single(tables.getOrDefault("wmem_max", "")),
                current.isEmpty() ? null : current.getFirst(),
                ProcTables.words(tables.getOrDefault("congestions", "")),
                ProcTables.small(tables.getOrDefault("mtu", "")),
                ProcTables.linkBitsPerSecond(tables.getOrDefault("speed", "")));
    }

    private static Map<String, String> tables(String output) {
        Map<String, String> tables = new HashMap<>();
        @Nullable String name = null;
        StringBuilder text = new StringBuilder();
        for (String line : output.split("\n")) {
            if (line.startsWith(MARK)) {
                if (name != null) {
                    tables.putIfAbsent(name, text.toString());
                }
                name = line.substring(MARK.length());
                text.setLength(0);
            } else {
                text.append(line).append('\n');
            }
        }
        if (name != null) {
            tables.putIfAbsent(name, text.toString());
        }
        return tables;
    }

    /** The facts, with the disk space at {@code path} or at its nearest parent that exists. */
    static HostFacts examine(SshCommands shell, String path, HostExaminer.Disk disk)
            throws TransferException, InterruptedException {
        return parse(shell.run(script(path, disk), LIMIT).text());
    }

    /** The same of a path that must exist, else it is {@code NOT_FOUND}. */
    static HostFacts examineExisting(SshCommands shell, String path) throws TransferException, InterruptedException {
        String said = shell.run(script(path, HostExaminer.Disk.UNTIMED), LIMIT).text();
        if (isAbsent(said)) {
            throw new TransferException(Reason.NOT_FOUND, "no such file or directory: " + path);
        }
        return parse(said);
    }

    static boolean isAbsent(String output) {
        return number(output, ABSENT) != null;
    }

    /** The same with another limit: a machine that is very busy answers late, and that is worth knowing. */
    public static HostFacts examine(SshCommands shell, String path, Duration limit)
            throws TransferException, InterruptedException {
        return parse(shell.run(script(path, HostExaminer.Disk.UNTIMED), limit).text());
    }
}
