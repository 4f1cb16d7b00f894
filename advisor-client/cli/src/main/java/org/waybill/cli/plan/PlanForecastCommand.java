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
import org.waybill.planner.file.SeriesCsv;
import org.waybill.planner.plan.ForecastPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill plan forecast}. */
@Command(
        name = "forecast",
        header = "The next value of a series, as the Network Weather Service forecasts it.",
        description = "",
        footer = {"", "Example:", "  waybill plan forecast --input throughput.csv"})
final class PlanForecastCommand extends WaybillCommand {
    @Option(
            names = "--input",
            required = true,
            paramLabel = "F",
            description = "The series: CSV time,value; the time in ISO-8601 or seconds since 1970.")
    private Path input = Path.of("");

    PlanForecastCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        List<SeriesCsv.Sample> samples = new PlanFiles(session).read(input, SeriesCsv::read);
        if (samples.isEmpty()) {
            throw new CommandFailure(Reason.BAD_INPUT, input + " has no usable value: rows look like time,value");
        }
        ForecastPlan plan = ForecastPlan.of(SeriesCsv.values(samples));
        session.answer(plan, out -> print(out, plan));
        return 0;
    }

    private static void print(PrintStream out, ForecastPlan plan) {
        out.println(String.format(Locale.ROOT, "next value  %.6g", plan.value()));
        out.println(String.format(
                Locale.ROOT,
                "likely      %.6g (10 %%) .. %.6g (50 %%) .. %.6g (90 %%)",
                plan.p10(),
                plan.p50(),
                plan.p90()));
        out.println(String.format(
                Locale.ROOT,
                "by          %s, mean absolute error %.6g over %d values",
                plan.predictor(),
                plan.meanAbsoluteError(),
                plan.samples()));
    }
}
