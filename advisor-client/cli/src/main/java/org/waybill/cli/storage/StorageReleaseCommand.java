package org.waybill.cli.storage;

import org.waybill.cli.command.Terminal;
import picocli.CommandLine.Command;

/** {@code waybill storage release SURL}. */
@Command(
        name = "release",
        header = "Say that a file was read; its place on disk is free again.",
        description = "",
        footer = {"", "Example:", "  waybill storage release 'srm://srm.example.org:8443/srm/managerv2?SFN=/data/f1'"})
final class StorageReleaseCommand extends StorageEndCommand {
    StorageReleaseCommand(Terminal terminal) {
        super(terminal, false);
    }
}
