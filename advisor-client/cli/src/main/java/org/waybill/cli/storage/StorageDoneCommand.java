package org.waybill.cli.storage;

import picocli.CommandLine.Command;

/** {@code waybill storage done SURL}. */
@Command(
        name = "done",
        header = "Finish a put request after the file was written, which makes the file available.",
        footer = "waybill storage done 'srm://srm.example.org:8443/srm/managerv2?SFN=/data/f1'")
final class StorageDoneCommand extends StorageEndCommand {
    StorageDoneCommand() {
        super(true);
    }
}
