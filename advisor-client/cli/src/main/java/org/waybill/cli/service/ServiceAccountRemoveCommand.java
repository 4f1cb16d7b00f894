package org.waybill.cli.service;

import java.util.Map;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill service account remove}. */
@Command(name = "remove", header = "Remove an account of the service, with its tokens and tasks.")
final class ServiceAccountRemoveCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The account.")
    private String name = "";

    @Override
    protected int run(Session session) {
        ServiceAccounts.of(session).removeAccount(name);
        return session.answer(Map.of("removed", name), out -> out.println("removed " + name));
    }
}
