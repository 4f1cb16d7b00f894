package org.waybill.cli.history;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill history}. */
@Command(
        name = "history",
        header = "Show past transfers and forecast accuracy, and import records.",
        subcommands = {
            HistoryImportCommand.class,
            HistoryShowCommand.class,
            HistoryAccuracyCommand.class,
            HistoryAccountsCommand.class,
            HistoryDeleteCommand.class
        })
public final class HistoryCommand extends CommandGroup {}
