package org.waybill.cli.history;

import java.io.PrintStream;
import java.util.List;
import org.waybill.api.HistoryAccount;
import org.waybill.cli.command.HostPair;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code waybill history accounts A B}. */
@Command(
        name = "accounts",
        header = "List the accounts whose transfers and measurements the history holds.",
        description =
                "For administrators of a service. In a forecast each account has one vote and the requesting account"
                        + " two, however many records they have.",
        footer = "waybill history accounts --service https://advisor.example.org")
final class HistoryAccountsCommand extends WaybillCommand {
    @Mixin
    private HostPair hosts = new HostPair();

    @Override
    protected int run(Session session) {
        List<HistoryAccount> accounts = session.advisor().historyAccounts(hosts.source, hosts.destination);
        return session.answer(
                accounts, out -> print(out, accounts, session.terminal().outStyle()));
    }

    private static void print(PrintStream out, List<HistoryAccount> accounts, Terminal.Style style) {
        if (accounts.isEmpty()) {
            out.println("no records");
            return;
        }
        Table table = new Table("account", "transfers", "measurements", "newest");
        for (HistoryAccount account : accounts) {
            table.row(
                    account.account().isEmpty() ? "(before accounts)" : account.account(),
                    String.valueOf(account.transfers()),
                    String.valueOf(account.measurements()),
                    HostPair.when(account.newest()));
        }
        table.print(out, style);
    }
}
