package org.waybill.cli.remote;

import java.io.IOException;
import java.util.Map;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.endpoint.HomeConfig;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill remote remove}. */
@Command(name = "remove", header = "Forget a remote's name; nothing is deleted there.", description = "")
final class RemoteRemoveCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "As 'waybill remote list' shows it.")
    private String name = "";

    RemoteRemoveCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws TransferException {
        HomeConfig config = session.config();
        if (!config.remotes().containsKey(name)) {
            throw new CommandFailure(
                    Reason.NOT_FOUND,
                    "there is no remote " + PrintableText.of(name) + ": 'waybill remote list' shows them");
        }
        try {
            config.without(name).write(session.home().config());
        } catch (IOException e) {
            throw CommandFailure.ofWriting(String.valueOf(session.home().config()), e);
        }
        session.answer(Map.of("name", name), out -> out.println(name + ": is no remote any more"));
        return 0;
    }
}
