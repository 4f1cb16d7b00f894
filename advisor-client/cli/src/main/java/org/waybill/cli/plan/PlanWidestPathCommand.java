package org.waybill.cli.plan;

import java.io.PrintStream;
import java.util.List;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.planner.plan.WidestPathPlan;
import org.waybill.planner.routing.Network;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill plan widest-path}. */
@Command(
        name = "widest-path",
        header = "Compute the path with the highest bandwidth, alternatives, and paths that share no relay.",
        description = "The bandwidth of a path is that of its narrowest link or node. Of equally wide paths, the "
                + "one with fewer hops wins.",
        footer = "waybill plan widest-path --input links.csv --from lbl --to fnal")
final class PlanWidestPathCommand extends WaybillCommand {
    @Mixin
    private final NetworkOptions network = new NetworkOptions();

    @Mixin
    private final NetworkOptions.Pair ends = new NetworkOptions.Pair();

    @Option(
            names = "--alternatives",
            paramLabel = "N",
            description = "Maximum number of alternative paths, and of disjoint paths. Default: ${DEFAULT-VALUE}.")
    private int alternatives = 3;

    @Override
    protected int run(Session session) {
        Network graph = network.read(new PlanFiles(session));
        int count = Math.clamp(alternatives, 0, 100);
        WidestPathPlan plan = PlanFiles.plan(() -> WidestPathPlan.of(graph, ends.from, ends.to, count))
                .orElseThrow(() -> PlanFiles.noOption(ends));
        return session.answer(plan, out -> print(out, plan, session.terminal().outStyle()));
    }

    private static void print(PrintStream out, WidestPathPlan plan, Terminal.Style style) {
        Table table = new Table("", "rate", "path");
        row(table, "widest", plan.bitsPerSecond(), plan.path());
        plan.alternatives().forEach(option -> row(table, "alternative", option.bitsPerSecond(), option.path()));
        plan.disjoint().stream()
                .filter(option -> !option.path().equals(plan.path()))
                .forEach(option -> row(table, "disjoint", option.bitsPerSecond(), option.path()));
        table.print(out, style);
    }

    private static void row(Table table, String kind, double bitsPerSecond, List<String> path) {
        table.row(kind, HumanUnits.rate(bitsPerSecond), String.join(" > ", path));
    }
}
