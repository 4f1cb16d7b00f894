package org.waybill.cli.storage;

import org.waybill.cli.command.Terminal;
import picocli.CommandLine.Command;

/** {@code waybill storage done SURL}. */
@Command(
        name = "done",
        header = "Say that a file was written; then it is there for others.",
        description = "",
        footer = {"", "Example:", "  waybill storage done 'srm://srm.example.org:8443/srm/managerv2?SFN=/data/f1'"})
final class StorageDoneCommand extends StorageEndCommand {
    StorageDoneCommand(Terminal terminal) {
        super(terminal, true);
    }
}
