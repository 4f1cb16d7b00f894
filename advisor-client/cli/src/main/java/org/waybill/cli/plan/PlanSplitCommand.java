package org.waybill.cli.plan;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.planner.file.OutcomesCsv;
import org.waybill.planner.plan.SplitPlan;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.SplitChoice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill plan split}. */
@Command(
        name = "split",
        header = "Compare the best relayed path with the direct one.",
        description = "Recommends relays if they promise enough improvement over the direct path.",
        footer = "waybill plan split --input links.csv --from lbl --to fnal --threshold 30")
final class PlanSplitCommand extends WaybillCommand {
    @Mixin
    private final NetworkOptions network = new NetworkOptions();

    @Mixin
    private final NetworkOptions.Pair ends = new NetworkOptions.Pair();

    @Option(
            names = "--relays",
            paramLabel = "N",
            description = "Maximum number of relays, 1-3. Default: ${DEFAULT-VALUE}.")
    private int relays = SplitChoice.MOST_RELAYS;

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            description = "Minimum improvement for a split. Default: 50, or learned from 20 --outcomes or more.")
    private @Nullable Double threshold;

    @Option(
            names = "--outcomes",
            paramLabel = "F",
            description = "Results of earlier split transfers: CSV from,to,via,predictedPercent,actualPercent, "
                    + "oldest first, with > between relays. Relays that slowed transfers lately are excluded.")
    private @Nullable Path outcomes;

    @Override
    protected int run(Session session) {
        if (relays < 1 || relays > SplitChoice.MOST_RELAYS) {
            throw Invalid.value("--relays", relays, "1-" + SplitChoice.MOST_RELAYS);
        }
        PlanFiles files = new PlanFiles(session);
        Network graph = network.read(files);
        List<OutcomesCsv.Transfer> earlier = outcomes == null ? List.of() : files.read(outcomes, OutcomesCsv::read);
        SplitPlan plan = PlanFiles.plan(() -> SplitPlan.of(graph, ends.from, ends.to, relays, threshold, earlier));
        if (plan.direct() == null && plan.best() == null) {
            throw PlanFiles.noOption(ends);
        }
        return session.answer(plan, out -> print(out, plan));
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
            out.printf(Locale.ROOT, "improvement %.0f %%, threshold %.0f %%%n", improvement, plan.thresholdPercent());
        }
    }
}
