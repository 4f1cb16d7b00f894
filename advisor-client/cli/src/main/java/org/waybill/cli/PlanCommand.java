package org.waybill.cli;

import picocli.CommandLine.Command;

/** {@code waybill plan}. */
@Command(name = "plan",
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
final class PlanCommand extends CommandGroup {}
