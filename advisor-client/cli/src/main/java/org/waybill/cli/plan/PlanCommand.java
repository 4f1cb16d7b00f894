package org.waybill.cli.plan;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill plan}. */
@Command(
        name = "plan",
        header = "The planner on files: paths, trees, forecasts, reservations, queues.",
        description = {"", "Works offline, on nothing but the files that it is given.", ""},
        subcommands = {
            PlanWidestPathCommand.class,
            PlanSplitCommand.class,
            PlanTreeCommand.class,
            PlanForecastCommand.class,
            PlanReservationCommand.class,
            PlanQueueCommand.class
        })
public final class PlanCommand extends CommandGroup {}
