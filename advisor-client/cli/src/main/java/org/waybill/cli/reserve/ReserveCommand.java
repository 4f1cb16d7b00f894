package org.waybill.cli.reserve;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill reserve}. */
@Command(
        name = "reserve",
        header = "Quote, hold, commit and release circuits with reserved bandwidth.",
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
