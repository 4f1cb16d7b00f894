package org.waybill.cli.plan;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.Reason;
import org.waybill.planner.file.QueueCsv;
import org.waybill.planner.plan.QueuePlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill plan queue}. */
@Command(
        name = "queue",
        header = "A receive buffer and its threads as a queue, and how many threads to run.",
        description = {"", "M/M/1/B and M/M/m/B: packets arrive at random, so does the time for each.", ""},
        footer = {"", "Example:", "  waybill plan queue --input queue.csv --loss 0.0001"})
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
            description = "The share of packets that the recommended receivers may lose. Default: ${DEFAULT-VALUE}.")
    private double loss = 1e-4;

    @Option(
            names = "--most-receivers",
            paramLabel = "N",
            defaultValue = "16",
            description = "Recommend at most N, one per core, for example. Default: ${DEFAULT-VALUE}.")
    private int mostReceivers = 16;

    PlanQueueCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        List<QueueCsv.Queue> queues = new PlanFiles(session).read(input, QueueCsv::read);
        if (queues.size() != 1) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    input + " has " + queues.size()
                            + " usable rows; write one: arrivalsPerSecond,servicesPerSecond,receivers,bufferPackets");
        }
        QueueCsv.Queue queue = queues.getFirst();
        QueuePlan plan = PlanFiles.plan(() -> QueuePlan.of(
                queue.arrivalsPerSecond(),
                queue.servicesPerSecond(),
                queue.receivers(),
                queue.bufferPackets(),
                loss,
                mostReceivers));
        session.answer(plan, out -> print(out, plan));
        return 0;
    }

    private static void print(PrintStream out, QueuePlan plan) {
        out.println(String.format(Locale.ROOT, "empty            %.4g", plan.p0()));
        out.println(String.format(Locale.ROOT, "packets lost     %.4g", plan.lossProbability()));
        out.println(String.format(Locale.ROOT, "packets inside   %.4g", plan.meanPackets()));
        out.println(String.format(Locale.ROOT, "response         %.4g s", plan.meanResponseSeconds()));
        out.println(String.format(Locale.ROOT, "throughput       %.4g packets/s", plan.throughput()));
        out.println(String.format(Locale.ROOT, "receivers busy   %.0f %%", 100 * plan.utilisation()));
        out.println(String.format(
                Locale.ROOT, "receivers        %d now, %d recommended", plan.receivers(), plan.recommendedReceivers()));
    }
}
