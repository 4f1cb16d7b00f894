package org.waybill.cli.move;

import org.waybill.cli.command.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of rsync and scp that people type by habit: what most of them ask for is always done. */
@Command
@SuppressWarnings("UnusedVariable") // picocli reads the fields
final class HabitOptions {
    @Option(
            names = {"-r", "--recursive", "-a", "--archive", "-p", "-t", "--times", "--perms", "-l"},
            hidden = true,
            description = "As for scp and rsync: directories are always copied with all their files, times and modes, "
                    + "and with links where both endpoints keep them.")
    private boolean[] archive = {};

    @Option(
            names = {"--progress", "--partial"},
            hidden = true,
            description = "As for rsync: progress is always shown on a terminal, and partial files are always kept "
                    + "to resume. -P without a port means both.")
    private boolean[] progress = {};

    @Option(
            names = {"-z", "--compress"},
            hidden = true,
            description = "As for rsync; it has no effect.")
    private boolean[] compress = {};

    /** Reports what has no effect, in one line. */
    void note(Session session) {
        if (compress.length > 0) {
            session.note("waybill: -z has no effect: data are sent uncompressed");
        }
    }
}
