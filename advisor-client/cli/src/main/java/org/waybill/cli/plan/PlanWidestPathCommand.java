package org.waybill.cli.plan;

import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.planner.plan.WidestPathPlan;
import org.waybill.planner.routing.Network;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill plan widest-path}. */
@Command(
        name = "widest-path",
        header = "The path with the greatest bandwidth, alternatives, and paths that share no relay.",
        description = {"", "A path carries what its narrowest link or node carries. Fewer hops win a tie.", ""},
        footer = {"", "Example:", "  waybill plan widest-path --input links.csv --from lbl --to fnal"})
final class PlanWidestPathCommand extends WaybillCommand {
    @Option(
            names = "--input",
            required = true,
            paramLabel = "F",
            description = "Links: CSV from,to,bitsPerSecond[,metric] with rows node,bitsPerSecond for nodes, an OSCARS "
                    + "topology (.json) or a CtrlPlane one (.xml).")
    private Path input = Path.of("");

    @Option(names = "--nodes", paramLabel = "F", description = "More node capacities: CSV node,bitsPerSecond.")
    private @Nullable Path nodes;

    @Option(names = "--from", required = true, paramLabel = "A", description = "Where the path begins.")
    private String from = "";

    @Option(names = "--to", required = true, paramLabel = "B", description = "Where it ends.")
    private String to = "";

    @Option(
            names = "--alternatives",
            paramLabel = "N",
            defaultValue = "3",
            description = "How many more paths, and how many disjoint ones. Default: ${DEFAULT-VALUE}.")
    private int alternatives = 3;

    PlanWidestPathCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        Network network = new PlanFiles(session).network(input, nodes);
        int count = Math.clamp(alternatives, 0, 100);
        WidestPathPlan plan = PlanFiles.plan(() -> WidestPathPlan.of(network, from, to, count))
                .orElseThrow(() -> PlanFiles.noOption(from, to));
        session.answer(plan, out -> print(out, plan, session.terminal().outStyle()));
        return 0;
    }

    private static void print(PrintStream out, WidestPathPlan plan, Terminal.Style style) {
        Table table = new Table("", "rate", "path");
        table.row("widest", HumanUnits.rate(plan.bitsPerSecond()), String.join(" > ", plan.path()));
        plan.alternatives()
                .forEach(option -> table.row(
                        "alternative", HumanUnits.rate(option.bitsPerSecond()), String.join(" > ", option.path())));
        plan.disjoint().stream()
                .filter(option -> !option.path().equals(plan.path()))
                .forEach(option -> table.row(
                        "disjoint", HumanUnits.rate(option.bitsPerSecond()), String.join(" > ", option.path())));
        table.print(out, style);
    }
}
