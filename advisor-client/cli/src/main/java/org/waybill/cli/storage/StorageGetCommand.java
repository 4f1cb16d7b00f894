package org.waybill.cli.storage;

import org.waybill.api.storage.StorageAsk;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code waybill storage get SURL}. */
@Command(
        name = "get",
        header = "Stage a file for reading and print its transfer URL.",
        description = "Waits until the file is ready; staging from tape may take hours. Close the request with "
                + "'waybill storage release'.",
        footer = "turl=$(waybill storage get 'srm://srm.example.org:8443/srm/managerv2?SFN=/data/f1')")
final class StorageGetCommand extends WaybillCommand {
    @Mixin
    private final TransferProtocols protocols = new TransferProtocols();

    @Parameters(index = "0", paramLabel = "SURL", description = "SRM URL: srm://host:8443/srm/managerv2?SFN=/path")
    private String surl = "";

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        return StorageRequests.prepare(session, new StorageAsk(surl, false, null, protocols.bestFirst()));
    }
}
