package org.waybill.cli;

import picocli.CommandLine.Command;

/** {@code waybill probe}. */
@Command(name = "probe",
        header = "Measure one thing, and say how, from how many samples, how long ago and how surely.",
        description = "",
        subcommands = {ProbeProtocolsCommand.class, ProbePathCommand.class, ProbeBandwidthCommand.class,
            ProbeHostCommand.class})
final class ProbeCommand extends CommandGroup {}
