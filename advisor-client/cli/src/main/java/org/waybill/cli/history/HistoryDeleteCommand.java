package org.waybill.cli.history;

import java.util.Map;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill history delete ACCOUNT}. */
@Command(
        name = "delete",
        header = "Delete all records of an account from the history.",
        description = "For administrators of a service. This cannot be undone.",
        footer = "waybill history delete --service https://advisor.example.org mallory")
final class HistoryDeleteCommand extends WaybillCommand {
    @Parameters(
            index = "0",
            paramLabel = "ACCOUNT",
            description = "The account as 'waybill history accounts' shows it; '' for records from before accounts "
                    + "existed.")
    private String account = "";

    @Override
    protected int run(Session session) {
        int records = session.advisor().deleteHistory(account);
        return session.answer(
                Map.of("account", account, "records", records),
                out -> out.println("deleted " + HumanUnits.counted(records, "record")
                        + (account.isEmpty() ? " from before accounts existed" : " of " + PrintableText.of(account))));
    }
}
