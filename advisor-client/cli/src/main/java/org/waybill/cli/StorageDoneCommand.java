package org.waybill.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill storage done SURL}. */
@Command(name = "done",
        header = "Say that a file was written; then it is there for others.",
        description = "",
        footer = {"", "Example:", "  waybill storage done 'srm://srm.example.org:8443/srm/managerv2?SFN=/data/f1'"})
final class StorageDoneCommand extends WaybillCommand {
    @Option(names = "--token", paramLabel = "T",
            description = "The request. Default: the last 'storage put' of this path.")
    private @Nullable String token;

    @Option(names = "--failed", description = "It was not moved: forget the request.")
    private boolean failed;

    @Parameters(index = "0", paramLabel = "SURL", description = "srm://host:8443/srm/managerv2?SFN=/path")
    private String surl = "";

    StorageDoneCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Session session) {
        return StorageRequests.finish(session, surl, token, true, !failed);
    }
}
