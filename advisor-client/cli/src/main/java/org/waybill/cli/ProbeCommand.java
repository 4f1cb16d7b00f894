package org.waybill.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code waybill probe}. */
@Command(name = "probe",
        header = "Measure one thing, and say how, from how many samples, how long ago and how surely.",
        description = "",
        subcommands = {ProbeProtocolsCommand.class, ProbePathCommand.class, ProbeBandwidthCommand.class,
            ProbeHostCommand.class})
final class ProbeCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    private boolean help;

    @Override
    public void run() {
        if (spec != null) {
            throw new CommandLine.ParameterException(spec.commandLine(),
                    "say what to measure: protocols, path, bandwidth or host");
        }
    }
}
