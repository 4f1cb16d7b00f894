package org.waybill.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill storage release SURL}. */
@Command(name = "release",
        header = "Say that a file was read; its place on disk is free again.",
        description = "",
        footer = {"", "Example:", "  waybill storage release 'srm://srm.example.org:8443/srm/managerv2?SFN=/data/f1'"})
final class StorageReleaseCommand extends WaybillCommand {
    @Option(names = "--token", paramLabel = "T",
            description = "The request. Default: the last 'storage get' of this path.")
    private @Nullable String token;

    @Option(names = "--failed", description = "It was not moved: forget the request.")
    private boolean failed;

    @Parameters(index = "0", paramLabel = "SURL", description = "srm://host:8443/srm/managerv2?SFN=/path")
    private String surl = "";

    StorageReleaseCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Session session) {
        return StorageRequests.finish(session, surl, token, false, !failed);
    }
}
