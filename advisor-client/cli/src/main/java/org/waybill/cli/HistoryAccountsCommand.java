package org.waybill.cli;

import java.io.PrintStream;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.waybill.api.HistoryAccount;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill history accounts A B}. */
@Command(name = "accounts",
        header = "Show whose transfers and measurements the history holds.",
        description = {"", "For administrators of a service. In a forecast each account has one vote, however much it "
                + "reported.", ""},
        footer = {"", "Example:", "  waybill history accounts --service https://advisor.example.org"})
final class HistoryAccountsCommand extends WaybillCommand {
    private static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    @Parameters(index = "0", arity = "0..1", paramLabel = "A", defaultValue = "",
            description = "The host that the data came from; an empty word is any.")
    private String source = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "B", defaultValue = "",
            description = "The host that they went to; an empty word is any.")
    private String destination = "";

    HistoryAccountsCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Session session) {
        List<HistoryAccount> accounts = session.advisor().historyAccounts(source, destination);
        session.answer(accounts, out -> print(out, accounts, session.terminal().outStyle()));
        return 0;
    }

    private static void print(PrintStream out, List<HistoryAccount> accounts, Terminal.Style style) {
        Table table = new Table("account", "transfers", "measurements", "newest");
        for (HistoryAccount account : accounts) {
            table.row(account.account().isEmpty() ? "(older)" : account.account(), String.valueOf(account.transfers()),
                    String.valueOf(account.measurements()), WHEN.format(account.newest()));
        }
        table.print(out, style);
    }
}
