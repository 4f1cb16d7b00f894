package org.waybill.client.probe.host;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.SshCommands;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;

/**
 * Whether a path is the same place over SSH and at a node, as its own evidence shows: an empty file that one of them
 * makes there and the other sees, or what is there having the same size and time. Two trees that were made from one
 * image may agree in whole seconds, so a directory is known by the parts of a second alone (decision 0042).
 */
record SharedFileSystemCheck(SshCommands shell, Store node) {
    private static final Duration LIMIT = Duration.ofSeconds(3);

    /** The remote host removes the mark itself, should the process that made it be gone by then. */
    private static final String MARK = """
        exec 2>/dev/null
        f=%s
        (umask 077; : > "$f") && echo made
        (sleep 5; rm -f "$f") > /dev/null < /dev/null &
        """;

    /** @param receives whether the path is that of a file to be written, or of a directory to write into */
    boolean at(String path, boolean receives) throws TransferException, InterruptedException {
        Optional<Entry> there = node.stat(node.resolve(path));
        if (!receives) {
            return there.isPresent()
                    && isSame(
                            there.get(),
                            run("stat -Lc '%s %.9Y' " + quoted(path)).strip());
        }
        String directory =
                there.filter(Entry::isDirectory).isPresent() ? path : path.substring(0, path.lastIndexOf('/'));
        String mark = directory + "/.waybill-mark-" + Long.toHexString(System.nanoTime()) + ".tmp";
        try {
            return run(MARK.formatted(quoted(mark))).startsWith("made")
                    && node.stat(node.resolve(mark)).isPresent();
        } finally {
            run("rm -f " + quoted(mark));
        }
    }

    private String run(String script) throws TransferException, InterruptedException {
        return shell.run(script + "\n", LIMIT).text();
    }

    /** @param told output of GNU's stat; another's says nothing that could be read */
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
