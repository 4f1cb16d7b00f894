package org.waybill.cli.move;

import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.TargetBackups;
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
        if (backupDirectory == null) {
            return "";
        }
        try {
            TargetBackups.names(backupDirectory);
            return backupDirectory;
        } catch (RefusedException e) {
            throw Invalid.usage(String.valueOf(e.getMessage()));
        }
    }
}
