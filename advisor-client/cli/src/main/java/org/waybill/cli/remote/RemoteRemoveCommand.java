package org.waybill.cli.remote;

import java.io.IOException;
import java.util.Map;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.endpoint.HomeConfig;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill remote remove}. */
@Command(name = "remove", header = "Remove a remote; the data on it are not touched.")
final class RemoteRemoveCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The name as 'waybill remote list' shows it.")
    private String name = "";

    @Override
    protected int run(Session session) throws TransferException {
        HomeConfig config = session.config();
        if (!config.remotes().containsKey(name)) {
            throw new CommandFailure(
                    Reason.NOT_FOUND,
                    "unknown remote '" + PrintableText.of(name) + "'; 'waybill remote list' shows all");
        }
        try {
            config.without(name).write(session.home().config());
        } catch (IOException e) {
            throw CommandFailure.ofWriting(String.valueOf(session.home().config()), e);
        }
        return session.answer(Map.of("name", name), out -> out.println("removed " + name));
    }
}
