package org.waybill.cli.account;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.Vaults;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.credentials.Account;
import org.waybill.client.credentials.VaultException;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;

/** {@code waybill account list}. */
@Command(
        name = "list",
        header = "List the logins that the vault holds a secret for, without the secrets.",
        description = "")
final class AccountListCommand extends WaybillCommand {
    AccountListCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws IOException {
        List<Account> accounts;
        try {
            accounts = Vaults.open(session.home(), session.terminal(), false).accounts();
        } catch (VaultException e) {
            throw new CommandFailure(Reason.AUTHENTICATION, String.valueOf(e.getMessage()), e);
        }
        session.answer(Map.of("accounts", accounts), out -> {
            accounts.forEach(account -> out.println(PrintableText.of(account.toString()) + "  since "
                    + account.since().toString().substring(0, 10)
                    + (account.isCertificate() ? "  " + PrintableText.of(account.user()) : "")));
            if (accounts.isEmpty()) {
                out.println("the vault is empty; 'waybill account add user@host' puts a password in");
            }
        });
        return 0;
    }
}
