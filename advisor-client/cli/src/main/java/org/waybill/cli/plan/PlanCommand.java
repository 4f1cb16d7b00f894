package org.waybill.cli.plan;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill plan}. */
@Command(
        name = "plan",
        header = "Run the planner on files: paths, trees, forecasts, reservations, queues.",
        description = "Works offline, on the given files only.",
        subcommands = {
            PlanWidestPathCommand.class,
            PlanSplitCommand.class,
            PlanTreeCommand.class,
            PlanForecastCommand.class,
            PlanReservationCommand.class,
            PlanQueueCommand.class
        })
public final class PlanCommand extends CommandGroup {}
