package org.waybill.cli.plan;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.planner.file.QueueCsv;
import org.waybill.planner.plan.QueuePlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill plan queue}. */
@Command(
        name = "queue",
        header = "Model a receive buffer and its threads as a queue, and recommend a number of threads.",
        description = "Uses the models M/M/1/B and M/M/m/B: random arrivals and random service times.",
        footer = "waybill plan queue --input queue.csv --loss 0.0001")
final class PlanQueueCommand extends WaybillCommand {
    @Option(
            names = "--input",
            required = true,
            paramLabel = "F",
            description = "The queue: CSV arrivalsPerSecond,servicesPerSecond,receivers,bufferPackets; one row.")
    private Path input = Path.of("");

    @Option(
            names = "--loss",
            paramLabel = "SHARE",
            defaultValue = "0.0001",
            description = "Maximum share of packets lost with the recommended receivers. Default: ${DEFAULT-VALUE}.")
    private double loss = 1e-4;

    @Option(
            names = "--most-receivers",
            paramLabel = "N",
            description = "Maximum number of receivers to recommend, such as one per core. Default: ${DEFAULT-VALUE}.")
    private int mostReceivers = 16;

    @Override
    protected int run(Session session) {
        List<QueueCsv.Queue> queues = new PlanFiles(session).read(input, QueueCsv::read);
        if (queues.size() != 1) {
            throw Invalid.usage(input + " has " + queues.size()
                    + " usable rows: expected one, arrivalsPerSecond,servicesPerSecond,receivers,bufferPackets");
        }
        QueueCsv.Queue queue = queues.getFirst();
        QueuePlan plan = PlanFiles.plan(() -> QueuePlan.of(
                queue.arrivalsPerSecond(),
                queue.servicesPerSecond(),
                queue.receivers(),
                queue.bufferPackets(),
                loss,
                mostReceivers));
        return session.answer(plan, out -> print(out, plan));
    }

    private static void print(PrintStream out, QueuePlan plan) {
        out.printf(
                Locale.ROOT,
                """
                queue empty      %.4g
                packets lost     %.4g
                packets queued   %.4g
                response time    %.4g s
                throughput       %.4g packets/s
                receivers busy   %.0f %%
                receivers        %d now, %d recommended
                """,
                plan.p0(),
                plan.lossProbability(),
                plan.meanPackets(),
                plan.meanResponseSeconds(),
                plan.throughput(),
                100 * plan.utilisation(),
                plan.receivers(),
                plan.recommendedReceivers());
    }
}
