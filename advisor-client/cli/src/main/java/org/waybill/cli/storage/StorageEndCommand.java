package org.waybill.cli.storage;

import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What ends a request to a storage system. */
abstract class StorageEndCommand extends WaybillCommand {
    private final boolean write;

    @Option(
            names = "--token",
            paramLabel = "T",
            description = "Token of the request. Default: the newest request for this path.")
    private @Nullable String token;

    @Option(names = "--failed", description = "The transfer failed: abort the request.")
    private boolean failed;

    @Parameters(index = "0", paramLabel = "SURL", description = "SRM URL: srm://host:8443/srm/managerv2?SFN=/path")
    private String surl = "";

    /** @param write whether the request was for a place to write */
    StorageEndCommand(boolean write) {
        this.write = write;
    }

    @Override
    protected final int run(Session session) {
        return StorageRequests.finish(session, surl, token, write, !failed);
    }
}
