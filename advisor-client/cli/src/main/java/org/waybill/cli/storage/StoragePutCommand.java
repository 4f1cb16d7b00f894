package org.waybill.cli.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.waybill.api.storage.StorageAsk;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code waybill storage put SURL FILE}. */
@Command(
        name = "put",
        header = "Request space for a file and print its transfer URL.",
        description = "Sends no data. After the file is written, finish the request with 'waybill storage done'.",
        footer = "turl=$(waybill storage put 'srm://srm.example.org:8443/srm/managerv2?SFN=/data/f1' f1)")
final class StoragePutCommand extends WaybillCommand {
    @Mixin
    private final TransferProtocols protocols = new TransferProtocols();

    @Parameters(index = "0", paramLabel = "SURL", description = "SRM URL: srm://host:8443/srm/managerv2?SFN=/path")
    private String surl = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "The local file, for its size.")
    private Path file = Path.of("");

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        long bytes;
        try {
            bytes = Files.size(file);
        } catch (IOException e) {
            throw new CommandFailure(Reason.NOT_FOUND, "file not found: " + file, e);
        }
        return StorageRequests.prepare(session, new StorageAsk(surl, true, bytes, protocols.bestFirst()));
    }
}
