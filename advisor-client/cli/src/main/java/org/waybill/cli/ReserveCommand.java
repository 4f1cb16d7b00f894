package org.waybill.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code waybill reserve}. */
@Command(name = "reserve",
        header = "Circuits: ask what could be had, hold, commit and release bandwidth.",
        description = "",
        subcommands = {
            ReserveQuoteCommand.class,
            ReserveHoldCommand.class,
            ReserveCommitCommand.class,
            ReserveReleaseCommand.class,
            ReserveListCommand.class,
            ReserveTopologyCommand.class,
            ReserveAttachCommand.class
        })
final class ReserveCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    private boolean help;

    @Override
    public void run() {
        if (spec != null) {
            throw new CommandLine.ParameterException(spec.commandLine(),
                    "say what to do: quote, hold, commit, release, list, topology or attach");
        }
    }
}
