package org.waybill.cli.plan;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.engine.Reason;
import org.waybill.planner.file.OutcomesCsv;
import org.waybill.planner.plan.SplitPlan;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.SplitChoice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill plan split}. */
@Command(
        name = "split",
        header = "Whether relays pay: the best relayed path against the direct one.",
        description = {"", "Relays are used if they promise enough more than the direct path.", ""},
        footer = {"", "Example:", "  waybill plan split --input links.csv --from lbl --to fnal --threshold 30"})
final class PlanSplitCommand extends WaybillCommand {
    @Option(
            names = "--input",
            required = true,
            paramLabel = "F",
            description = "Links: CSV from,to,bitsPerSecond, or a topology, as for widest-path.")
    private Path input = Path.of("");

    @Option(names = "--nodes", paramLabel = "F", description = "More node capacities: CSV node,bitsPerSecond.")
    private @Nullable Path nodes;

    @Option(names = "--from", required = true, paramLabel = "A", description = "The source.")
    private String from = "";

    @Option(names = "--to", required = true, paramLabel = "B", description = "The destination.")
    private String to = "";

    @Option(
            names = "--relays",
            paramLabel = "N",
            defaultValue = "3",
            description = "At most N relays, 1 to 3. Default: ${DEFAULT-VALUE}.")
    private int relays = SplitChoice.MOST_RELAYS;

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            description = "The least improvement to split for. Default: 50, or what 20 and more outcomes teach.")
    private @Nullable Double threshold;

    @Option(
            names = "--outcomes",
            paramLabel = "F",
            description = "How split transfers went: CSV from,to,via,predictedPercent,actualPercent, oldest first, "
                    + "with > between relays. Relays that did harm lately are left alone.")
    private @Nullable Path outcomes;

    PlanSplitCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        if (relays < 1 || relays > SplitChoice.MOST_RELAYS) {
            throw new CommandFailure(Reason.BAD_INPUT, "--relays " + relays + ": write 1, 2 or 3");
        }
        PlanFiles files = new PlanFiles(session);
        Network network = files.network(input, nodes);
        List<OutcomesCsv.Transfer> earlier = outcomes == null ? List.of() : files.read(outcomes, OutcomesCsv::read);
        SplitPlan plan = PlanFiles.plan(() -> SplitPlan.of(network, from, to, relays, threshold, earlier));
        if (plan.direct() == null && plan.best() == null) {
            throw PlanFiles.noOption(from, to);
        }
        session.answer(plan, out -> print(out, plan));
        return 0;
    }

    private static void print(PrintStream out, SplitPlan plan) {
        out.println((plan.split() ? "split: " : "do not split: ") + plan.reason());
        out.println("direct:  " + (plan.direct() == null ? "no direct path" : HumanUnits.rate(plan.direct())));
        SplitPlan.Relayed best = plan.best();
        out.println("relayed: "
                + (best == null
                        ? "no relayed path"
                        : HumanUnits.rate(best.bitsPerSecond()) + " via " + String.join(", ", best.via())));
        Double improvement = plan.improvementPercent();
        if (improvement != null) {
            out.println(String.format(
                    Locale.ROOT, "improvement %.0f %%, threshold %.0f %%", improvement, plan.thresholdPercent()));
        }
    }
}
