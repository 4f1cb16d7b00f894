package org.waybill.cli.plan;

import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.planner.plan.TreePlan;
import org.waybill.planner.routing.Network;
import org.waybill.planner.tree.Overlay;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill plan tree}. */
@Command(
        name = "tree",
        header = "A distribution tree whose slowest node is as fast as can be.",
        description = {
            "",
            "A node shares its own capacity among its children; without one, that of its widest link.",
            ""
        },
        footer = {"", "Example:", "  waybill plan tree --input links.csv --root lbl"})
final class PlanTreeCommand extends WaybillCommand {
    @Option(
            names = "--input",
            required = true,
            paramLabel = "F",
            description = "Who may send to whom: CSV from,to,bitsPerSecond, or a topology, as for widest-path.")
    private Path input = Path.of("");

    @Option(
            names = "--nodes",
            paramLabel = "F",
            description = "What each node can send in all: CSV node,bitsPerSecond.")
    private @Nullable Path nodes;

    @Option(names = "--root", required = true, paramLabel = "R", description = "Where the data are.")
    private String root = "";

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            defaultValue = "lbsf",
            description = "lbsf, k-dc or greedy. Default: ${DEFAULT-VALUE}.")
    private String algorithm = "lbsf";

    @Option(
            names = "--degree",
            paramLabel = "K",
            defaultValue = "4",
            description = "k of k-dc. Default: ${DEFAULT-VALUE}.")
    private int degree = 4;

    PlanTreeCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        Network network = new PlanFiles(session).network(input, nodes);
        TreePlan plan = PlanFiles.plan(() -> TreePlan.of(Overlay.of(network), root, algorithm, degree));
        if (!plan.unreached().isEmpty()) {
            session.note("waybill: no path leads from '" + root + "' to " + String.join(", ", plan.unreached()));
        }
        session.answer(plan, out -> print(out, plan, session.terminal().outStyle()));
        return 0;
    }

    private static void print(PrintStream out, TreePlan plan, Terminal.Style style) {
        Table table = new Table("node", "parent by " + plan.algorithm(), "parent, improved");
        plan.parents()
                .forEach((node, parent) ->
                        table.row(node, parent, plan.improved().parents().getOrDefault(node, "-")));
        table.print(out, style);
        out.println("slowest node: " + HumanUnits.rate(plan.minNodeThroughputBitsPerSecond()) + ", improved "
                + HumanUnits.rate(plan.improved().minNodeThroughputBitsPerSecond()));
    }
}
