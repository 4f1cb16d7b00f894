package org.waybill.client.workflow.survey;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Ports of this machine with another machine behind them: those at which an SSH client of this user listens. */
public final class SshTunnels {
    private static final Set<String> CLIENTS = Set.of("ssh", "autossh", "dbclient", "plink");
    private static final String LISTENS = "0A";
    /** The columns of {@code /proc/net/tcp}, see proc_net_tcp in the kernel's documentation. */
    private static final int ADDRESS = 1;

    private static final int STATE = 3;
    private static final int INODE = 9;

    /** A survey asks several times, and a look at all processes takes some milliseconds. */
    private static final long STALE_NS = 5_000_000_000L;

    private static final Map<Integer, Answer> SEEN = new ConcurrentHashMap<>();

    private record Answer(boolean tunnel, long atNs) {}

    private SshTunnels() {}

    /** Whether this is one, as made by {@code ssh -L}; false where the system does not show who listens. */
    public static boolean isAt(int port) {
        long nowNs = System.nanoTime();
        Answer seen = SEEN.get(port);
        if (seen == null || nowNs - seen.atNs() >= STALE_NS) {
            seen = new Answer(isAt(port, Path.of("/proc")), nowNs);
            SEEN.put(port, seen);
        }
        return seen.tunnel();
    }

    static boolean isAt(int port, Path proc) {
        Set<String> sockets = new HashSet<>();
        for (String table : new String[] {"net/tcp", "net/tcp6"}) {
            addListening(port, proc.resolve(table), sockets);
        }
        if (sockets.isEmpty()) {
            return false;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (isClient(process) && holdsAny(process, sockets)) {
                    return true;
                }
            }
        } catch (IOException _) {
            // no Linux
        }
        return false;
    }

    private static void addListening(int port, Path table, Set<String> sockets) {
        String end = String.format(Locale.ROOT, ":%04X", port);
        try {
            for (String line : Files.readAllLines(table)) {
                String[] columns = line.strip().split("\\s+");
                if (columns.length > INODE && columns[ADDRESS].endsWith(end) && columns[STATE].equals(LISTENS)) {
                    sockets.add("socket:[" + columns[INODE] + "]");
                }
            }
        } catch (IOException _) {
            // no Linux, or no IPv6
        }
    }

    private static boolean isClient(Path process) {
        try {
            return CLIENTS.contains(Files.readString(process.resolve("comm")).strip());
        } catch (IOException _) {
            return false; // it has ended
        }
    }

    private static boolean holdsAny(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                if (sockets.contains(Files.readSymbolicLink(file).toString())) {
                    return true;
                }
            }
        } catch (IOException _) {
            // another user's, or it has ended
        }
        return false;
    }
}
