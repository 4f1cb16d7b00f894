package org.waybill.cli.storage;

import picocli.CommandLine.Command;

/** {@code waybill storage release SURL}. */
@Command(
        name = "release",
        header = "Release a staged file, and the disk space that it uses.",
        footer = "waybill storage release 'srm://srm.example.org:8443/srm/managerv2?SFN=/data/f1'")
final class StorageReleaseCommand extends StorageEndCommand {
    StorageReleaseCommand() {
        super(false);
    }
}
