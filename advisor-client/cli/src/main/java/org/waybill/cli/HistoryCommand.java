package org.waybill.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code waybill history}. */
@Command(name = "history",
        header = "Past transfers, and how good the forecasts for them were.",
        description = "",
        subcommands = {HistoryImportCommand.class, HistoryShowCommand.class})
final class HistoryCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    private boolean help;

    @Override
    public void run() {
        if (spec != null) {
            throw new CommandLine.ParameterException(spec.commandLine(), "say what to do: import or show");
        }
    }
}
