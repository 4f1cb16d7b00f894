package org.waybill.client.probe.host;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.waybill.client.endpoint.NodePaths;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.SshCommands;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/**
 * By which path a node shows the place that a path is over SSH, as its own evidence shows: an empty file that one of them
 * makes there and the other sees, or what is there having the same size and time. Each end of the path is tried. Two
 * trees that were made from one image may agree in whole seconds, so a directory is known by the parts of a second alone
 * (decision 0042).
 */
record SharedFileSystemCheck(SshCommands shell, Store node) {
    private static final Duration LIMIT = Duration.ofSeconds(3);

    /**
     * In the path's directory or the nearest one above it that is there; tells how many names are after it. The remote
     * host removes the mark itself, should the process that made it be gone by then.
     */
    private static final String MARK = """
        exec 2>/dev/null
        d=%s n=0
        until [ -d "$d/" ]; do d=${d%%/*} n=$((n+1)); done
        f=$d/%s
        (umask 077; : > "$f") && echo "made $n" && (cd "$d/" && pwd -P)
        (sleep 5; rm -f "$f") > /dev/null < /dev/null &
        """;

    /** Only GNU's stat; another's says nothing that could be read. */
    private static final String LOOK = """
        exec 2>/dev/null
        stat -Lc '%%s %%.9Y' %1$s && readlink -f %1$s
        """;

    /** @param receives whether the path is that of a file to be written, or of a directory to write into */
    Optional<String> at(String path, boolean receives) throws TransferException, InterruptedException {
        String named = StorePath.withoutTrailingSlash(path);
        String slash = path.length() > 1 && path.endsWith("/") ? "/" : "";
        return receives ? destination(named, slash) : source(named, slash);
    }

    private Optional<String> destination(String path, String slash) throws TransferException, InterruptedException {
        String name = ".waybill-mark-" + Long.toHexString(System.nanoTime()) + ".tmp";
        String[] told = run(MARK.formatted(quoted(path), name)).split("\n", 2);
        if (told.length < 2 || !told[0].startsWith("made ")) {
            return Optional.empty();
        }
        int end = path.length();
        for (int names = Integer.parseInt(told[0].substring("made ".length())); names > 0; names--) {
            end = path.lastIndexOf('/', end - 1);
        }
        String directory = end == 0 ? "/" : path.substring(0, end);
        String rest = path.substring(end) + slash;
        try {
            for (String at : NodePaths.ends(directory, line(told[1]))) {
                if (NodePaths.look(node, StorePath.join(at, name)).isPresent()) {
                    return Optional.of(at.equals("/") && !rest.isEmpty() ? rest : at + rest);
                }
            }
            return Optional.empty();
        } finally {
            run("rm -f " + quoted(StorePath.join(directory, name)));
        }
    }

    /** A tree is copied under its name, which the node has to show too, unless it is its contents that are. */
    private Optional<String> source(String path, String slash) throws TransferException, InterruptedException {
        String[] told = run(LOOK.formatted(quoted(path))).split("\n", 2);
        if (told.length < 2) {
            return Optional.empty();
        }
        for (String at : NodePaths.ends(path, line(told[1]))) {
            boolean named = !slash.isEmpty() || StorePath.name(at).equals(StorePath.name(path));
            if (named
                    && NodePaths.look(node, at)
                            .filter(there -> isSame(there, told[0]))
                            .isPresent()) {
                return Optional.of(at.equals("/") ? at : at + slash);
            }
        }
        return Optional.empty();
    }

    private String run(String script) throws TransferException, InterruptedException {
        return shell.run(script + "\n", LIMIT).text();
    }

    private static String line(String told) {
        return told.endsWith("\n") ? told.substring(0, told.length() - 1) : told;
    }

    private static boolean isSame(Entry entry, String told) {
        Instant modified = entry.modified();
        if (modified == null || entry.isDirectory() && modified.getNano() == 0) {
            return false;
        }
        String time = String.format(Locale.ROOT, "%d.%09d", modified.getEpochSecond(), modified.getNano());
        return entry.isDirectory() ? told.endsWith(" " + time) : told.equals(entry.sizeBytes() + " " + time);
    }

    private static String quoted(String path) {
        return "'" + path.replace("'", "'\\''") + "'";
    }
}
