package org.waybill.cli.move;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What of the destination a copy replaces, as options. A sync has none of them: it makes both ends equal. */
@Command
final class OverwriteOptions {
    @Option(
            names = "--overwrite",
            paramLabel = "POLICY",
            description = "Which files of DST are replaced: ${COMPLETION-CANDIDATES}. different: those of another "
                    + "size, time or content; newer: the same, but none that was changed after the source's. Default: "
                    + "different.")
    private @Nullable Policy overwrite;

    @Option(names = "--ignore-existing", description = "As in rsync: --overwrite never.")
    private boolean ignoreExisting;

    @Option(
            names = {"-u", "--update"},
            description = "As in rsync: --overwrite newer.")
    private boolean update;

    @Option(
            names = "--backup-dir",
            paramLabel = "DIR",
            description = "Move files that are replaced there: a path below DST, where each keeps its own.")
    private @Nullable String backupDirectory;

    /** In the words of the command line. */
    enum Policy {
        always,
        different,
        newer,
        never
    }

    /** Those rules, and what was asked for here. */
    CopyRules with(CopyRules rules) {
        String backup = backupDirectory;
        if (backup != null
                && (backup.isEmpty()
                        || backup.startsWith("/")
                        || List.of(backup.split("/")).contains(".."))) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "--backup-dir '" + PrintableText.of(backup) + "' is not below the"
                            + " destination: write a relative path without ..");
        }
        return new CopyRules(rules.links(), rules.filter(), overwrite(), backup == null ? "" : backup);
    }

    private CopyRules.Overwrite overwrite() {
        Policy wish = overwrite;
        if ((wish == null ? 0 : 1) + (ignoreExisting ? 1 : 0) + (update ? 1 : 0) > 1) {
            throw new CommandFailure(
                    Reason.BAD_INPUT, "--overwrite, --ignore-existing and --update exclude each" + " other: give one");
        }
        return ignoreExisting
                ? CopyRules.Overwrite.NEVER
                : update
                        ? CopyRules.Overwrite.NEWER
                        : wish == null
                                ? CopyRules.USUAL.overwrite()
                                : CopyRules.Overwrite.valueOf(wish.name().toUpperCase(Locale.ROOT));
    }
}
