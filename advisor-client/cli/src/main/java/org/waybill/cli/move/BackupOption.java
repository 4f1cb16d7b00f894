package org.waybill.cli.move;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Where files go that are replaced or deleted. */
@Command
final class BackupOption {
    @Option(
            names = "--backup-dir",
            paramLabel = "DIR",
            description =
                    "Move files that are replaced, or deleted by sync --delete, to this directory, given as a path"
                            + " below DST; they keep their relative paths.")
    private @Nullable String backupDirectory;

    /** A path below the destination; empty where what is replaced is not kept. */
    String directory() {
        String backup = backupDirectory;
        if (backup != null
                && (backup.isEmpty()
                        || backup.startsWith("/")
                        || List.of(backup.split("/")).contains(".."))) {
            throw Invalid.usage("invalid --backup-dir '" + PrintableText.of(backup)
                    + "': expected a path below the destination, without a leading slash and ..");
        }
        return backup == null ? "" : backup;
    }
}
