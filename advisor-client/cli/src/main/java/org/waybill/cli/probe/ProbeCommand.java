package org.waybill.cli.probe;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill probe}. */
@Command(
        name = "probe",
        header = "Measure one thing, and say how, from how many samples, how long ago and how surely.",
        description = "",
        subcommands = {
            ProbeProtocolsCommand.class,
            ProbePathCommand.class,
            ProbeBandwidthCommand.class,
            ProbeHostCommand.class
        })
public final class ProbeCommand extends CommandGroup {}
