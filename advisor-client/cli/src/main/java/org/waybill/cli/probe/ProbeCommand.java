package org.waybill.cli.probe;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill probe}. */
@Command(
        name = "probe",
        header = "Measure hosts and paths, with method, number of samples, age and confidence.",
        subcommands = {
            ProbeProtocolsCommand.class,
            ProbePathCommand.class,
            ProbeBandwidthCommand.class,
            ProbeHostCommand.class
        })
public final class ProbeCommand extends CommandGroup {}
