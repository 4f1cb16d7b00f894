package org.waybill.cli.history;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill history}. */
@Command(
        name = "history",
        header = "Past transfers, and how good the forecasts for them were.",
        description = "",
        subcommands = {
            HistoryImportCommand.class,
            HistoryShowCommand.class,
            HistoryAccuracyCommand.class,
            HistoryAccountsCommand.class,
            HistoryDeleteCommand.class
        })
public final class HistoryCommand extends CommandGroup {}
