package org.waybill.cli.plan;

import java.io.PrintStream;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.planner.plan.TreePlan;
import org.waybill.planner.routing.Network;
import org.waybill.planner.tree.Overlay;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill plan tree}. */
@Command(
        name = "tree",
        header = "Compute a distribution tree in which the slowest node is as fast as possible.",
        description = "A node shares its own capacity among its children. The default capacity is that of its "
                + "widest link.",
        footer = "waybill plan tree --input links.csv --root lbl")
final class PlanTreeCommand extends WaybillCommand {
    @Mixin
    private final NetworkOptions network = new NetworkOptions();

    @Option(names = "--root", required = true, paramLabel = "R", description = "Node that has the data.")
    private String root = "";

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description = "lbsf (largest bandwidth sum first), k-dc (at most --degree children) or greedy. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String algorithm = "lbsf";

    @Option(
            names = "--degree",
            paramLabel = "K",
            description = "Maximum number of children of a node, for k-dc. Default: ${DEFAULT-VALUE}.")
    private int degree = 4;

    @Override
    protected int run(Session session) {
        Network graph = network.read(new PlanFiles(session));
        TreePlan plan = PlanFiles.plan(() -> TreePlan.of(Overlay.of(graph), root, algorithm, degree));
        if (!plan.unreached().isEmpty()) {
            session.note("no path from '" + root + "' to " + String.join(", ", plan.unreached()));
        }
        return session.answer(plan, out -> print(out, plan, session.terminal().outStyle()));
    }

    private static void print(PrintStream out, TreePlan plan, Terminal.Style style) {
        Table table = new Table("node", "parent (" + plan.algorithm() + ")", "parent (improved)");
        plan.parents()
                .forEach((node, parent) ->
                        table.row(node, parent, plan.improved().parents().getOrDefault(node, "-")));
        table.print(out, style);
        out.println("slowest node: " + HumanUnits.rate(plan.minNodeThroughputBitsPerSecond()) + ", improved "
                + HumanUnits.rate(plan.improved().minNodeThroughputBitsPerSecond()));
    }
}
