package org.waybill.cli.account;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Vaults;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.credentials.Account;
import org.waybill.client.credentials.VaultException;
import picocli.CommandLine.Command;

/** {@code waybill account list}. */
@Command(name = "list", header = "List the logins in the vault, without their secrets.")
final class AccountListCommand extends WaybillCommand {
    @Override
    protected int run(Session session) throws IOException, VaultException {
        List<Account> accounts =
                Vaults.open(session.home(), session.terminal(), false).accounts();
        return session.answer(Map.of("accounts", accounts), out -> {
            accounts.forEach(account -> out.println(PrintableText.of(account.toString()) + "  since "
                    + account.since().toString().substring(0, 10)
                    + (account.isCertificate() ? "  " + PrintableText.of(account.user()) : "")));
            if (accounts.isEmpty()) {
                out.println("the vault is empty; 'waybill account add user@host' adds a login");
            }
        });
    }
}
