package org.waybill.cli.account;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Vaults;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.credentials.Account;
import org.waybill.client.credentials.VaultException;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill account remove}. */
@Command(name = "remove", header = "Remove a login from the vault.")
final class AccountRemoveCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "LOGIN", description = "The login as 'waybill account list' shows it.")
    private @Nullable String login;

    @Override
    protected int run(Session session) throws IOException, TransferException, VaultException {
        String text = String.valueOf(login);
        Account account =
                AccountName.parse(text.startsWith("key file ") ? "key:" + text.substring(9) : text, Instant.now());
        if (!Vaults.open(session.home(), session.terminal(), false).remove(account)) {
            throw new CommandFailure(
                    Reason.NOT_FOUND, "no login " + account + " in the vault; 'waybill account list' shows all");
        }
        return session.answer(Map.of("removed", account.toString()), out -> out.println("removed " + account));
    }
}
