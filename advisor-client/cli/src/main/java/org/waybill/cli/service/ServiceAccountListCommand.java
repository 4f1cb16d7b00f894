package org.waybill.cli.service;

import java.util.List;
import java.util.Map;
import org.waybill.api.account.ServiceAccount;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;

/** {@code waybill service account list}. */
@Command(name = "list", header = "List the accounts of the service.")
final class ServiceAccountListCommand extends WaybillCommand {
    @Override
    protected int run(Session session) {
        List<ServiceAccount> accounts = ServiceAccounts.of(session).accounts();
        return session.answer(
                Map.of("accounts", accounts),
                out -> accounts.forEach(one -> out.println(PrintableText.of(one.name()) + "  " + one.role()
                        + (one.enabled() ? "" : "  locked")
                        + "  since " + one.createdAt().toString().substring(0, 10))));
    }
}
