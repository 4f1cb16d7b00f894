package org.waybill.cli.history;

import java.util.Map;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill history delete ACCOUNT}. */
@Command(
        name = "delete",
        header = "Delete all that an account has added to the history.",
        description = {"", "For administrators of a service; it cannot be undone.", ""},
        footer = {"", "Example:", "  waybill history delete --service https://advisor.example.org mallory"})
final class HistoryDeleteCommand extends WaybillCommand {
    @Parameters(
            index = "0",
            paramLabel = "ACCOUNT",
            description = "As 'waybill history accounts' shows it; an empty word is what is older than accounts.")
    private String account = "";

    HistoryDeleteCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        int records = session.advisor().deleteHistory(account);
        session.answer(
                Map.of("account", account, "records", records),
                out -> out.println("deleted " + records
                        + (records == 1 ? " record" : " records") + " of "
                        + (account.isEmpty() ? "before accounts were kept" : PrintableText.of(account))));
        return 0;
    }
}
