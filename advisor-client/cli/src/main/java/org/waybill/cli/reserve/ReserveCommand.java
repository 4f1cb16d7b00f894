package org.waybill.cli.reserve;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill reserve}. */
@Command(
        name = "reserve",
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
public final class ReserveCommand extends CommandGroup {}
