package org.waybill.cli.plan;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.planner.file.SeriesCsv;
import org.waybill.planner.plan.ForecastPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill plan forecast}. */
@Command(
        name = "forecast",
        header = "Forecast the next value of a series, by the methods of the Network Weather Service.",
        footer = "waybill plan forecast --input throughput.csv")
final class PlanForecastCommand extends WaybillCommand {
    @Option(
            names = "--input",
            required = true,
            paramLabel = "F",
            description = "The series: CSV time,value; time in ISO-8601 or seconds since 1970.")
    private Path input = Path.of("");

    @Override
    protected int run(Session session) {
        List<SeriesCsv.Sample> samples = new PlanFiles(session).read(input, SeriesCsv::read);
        if (samples.isEmpty()) {
            throw Invalid.usage("no usable value in " + input + ": expected rows time,value");
        }
        ForecastPlan plan = ForecastPlan.of(SeriesCsv.values(samples));
        return session.answer(plan, out -> print(out, plan));
    }

    private static void print(PrintStream out, ForecastPlan plan) {
        out.printf(
                Locale.ROOT,
                """
                next value  %.6g
                range       %.6g (P10), %.6g (P50), %.6g (P90)
                method      %s, mean absolute error %.6g over %d values
                """,
                plan.value(),
                plan.p10(),
                plan.p50(),
                plan.p90(),
                plan.predictor(),
                plan.meanAbsoluteError(),
                plan.samples());
    }
}
