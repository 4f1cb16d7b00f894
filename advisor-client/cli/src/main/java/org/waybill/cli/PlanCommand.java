package org.waybill.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
final class PlanCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    private boolean help;

    @Override
    public void run() {
        if (spec != null) {
            throw new CommandLine.ParameterException(spec.commandLine(),
                    "say what to plan: widest-path, split, tree, forecast, reservation or queue");
        }
    }
}
