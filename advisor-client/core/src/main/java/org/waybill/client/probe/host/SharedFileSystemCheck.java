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
 * By which path a node shows the place that a path is over SSH: each end of the path is tried, and an empty file that is
 * made over SSH must be seen through the node. Of a source the file is made beside it, so that the source stays as it is.
 * A source's size and time alone, which a mirror and a snapshot share, count only for a node that shows the very path; as
 * two trees made from one image may agree in whole seconds, a directory is known by the parts of a second (decision 0042).
 *
 * @param marksSources whether the file may be made beside a source; else only the very path can be found
 */
record SharedFileSystemCheck(SshCommands shell, Store node, boolean marksSources) {
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
        stat -Lc '%%s %%.9Y' %s
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

    private Optional<String> source(String path, String slash) throws TransferException, InterruptedException {
        String told = line(run(LOOK.formatted(quoted(path))));
        if (told.isEmpty()) {
            return Optional.empty();
        }
        if (shows(path, told)) {
            return Optional.of(path.equals("/") ? path : path + slash);
        }
        if (path.equals("/") || !marksSources) {
            return Optional.empty();
        }
        Optional<String> beside = destination(StorePath.parent(path), "");
        if (beside.isEmpty()) {
            return Optional.empty();
        }
        String at = StorePath.join(beside.get(), StorePath.name(path));
        return shows(at, told) ? Optional.of(at + slash) : Optional.empty();
    }

    private boolean shows(String at, String told) throws TransferException, InterruptedException {
        return NodePaths.look(node, at).filter(there -> isSame(there, told)).isPresent();
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
