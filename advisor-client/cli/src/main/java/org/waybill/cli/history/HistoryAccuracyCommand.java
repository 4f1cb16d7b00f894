package org.waybill.cli.history;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.api.EvidenceAccuracy;
import org.waybill.api.ForecastMiss;
import org.waybill.api.PairHistory;
import org.waybill.api.TransferOutcome;
import org.waybill.cli.command.HostPair;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.client.workflow.kept.ExplorationLog;
import org.waybill.client.workflow.ranking.Exploration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code waybill history accuracy A B}. */
@Command(
        name = "accuracy",
        header = "Show forecast accuracy for each kind of evidence, the regret of choices, and the worst forecasts.",
        description =
                "Covers the newest 200 forecasts of advice that have an outcome, and the newest 200 of copies without"
                    + " advice, which are forecast from the home's own last copies (evidence LOCAL_HISTORY); without"
                    + " hosts, those of all host pairs. This machine has the name that 'hostname' prints.",
        footer = {"waybill history accuracy", "waybill history accuracy '' dtn.example.org"})
final class HistoryAccuracyCommand extends WaybillCommand {
    private static final int TRANSFERS = 200;

    @Mixin
    private HostPair hosts = new HostPair();

    /**
     * The document of {@code --json}.
     *
     * @param meanLogError mean |ln(outcome / P50)| of the newest 200 transfers, null where none had a forecast
     * @param regret of the newest 200 transfers, null where no hosts have transfers by two options
     * @param explored how much of what this home copied by advice was copied by options that were tried
     */
    record AccuracyDocument(
            int scoredForecasts,
            List<EvidenceAccuracy> accuracy,
            List<WorstForecast> worst,
            @Nullable Double meanLogError,
            @Nullable OptionRegret regret,
            Explored explored) {}

    /**
     * What options that were tried have cost.
     *
     * @param bytes copied by advice, where the user left the option to it
     * @param exploredBytes of these by options that were tried; also those of trials that failed
     * @param percent no more than {@code mostPercent}
     */
    record Explored(long bytes, long exploredBytes, double percent, double mostPercent) {
        private static Explored of(Exploration.Past past) {
            return new Explored(
                    past.bytes(),
                    past.exploredBytes(),
                    past.bytes() == 0 ? 0 : 100.0 * past.exploredBytes() / past.bytes(),
                    100 * Exploration.MOST_SHARE);
        }
    }

    @Override
    protected int run(Session session) {
        PairHistory history = session.advisor().history(hosts.source, hosts.destination, TRANSFERS);
        AccuracyDocument document = new AccuracyDocument(
                history.scoredForecasts(),
                Objects.requireNonNullElse(history.accuracy(), List.of()),
                Objects.requireNonNullElse(history.worst(), List.<ForecastMiss>of()).stream()
                        .map(WorstForecast::of)
                        .toList(),
                meanLogError(history.transfers()),
                OptionRegret.of(history.transfers()),
                Explored.of(new ExplorationLog(session.home().exploration()).past()));
        return session.answer(
                document, out -> print(out, document, session.terminal().outStyle()));
    }

    /** Whether it was made as a whole and at full rate: a part that was there before took no time. */
    static boolean isWhole(TransferOutcome one) {
        return one.status().equals("OK") && one.resumedBytes() == 0 && one.seconds() > 0 && one.showsThePath();
    }

    static @Nullable Double meanLogError(List<TransferOutcome> transfers) {
        OptionalDouble mean = transfers.stream()
                .filter(HistoryAccuracyCommand::isWhole)
                .flatMapToDouble(one -> Stream.ofNullable(one.forecastSecondsP50())
                        .mapToDouble(forecast -> Math.abs(Math.log(one.seconds() / forecast))))
                .average();
        return mean.isPresent() ? mean.getAsDouble() : null;
    }

    private static void print(PrintStream out, AccuracyDocument document, Terminal.Style style) {
        if (document.accuracy().isEmpty()) {
            out.println("no forecast has an outcome yet: they are made for copies with advice, and for repeated copies"
                    + " between two hosts");
            return;
        }
        Table table = new Table("evidence", "forecasts", "median error", "mean |ln|", "bias", "within P90");
        for (EvidenceAccuracy one : document.accuracy()) {
            table.row(
                    one.evidence().isEmpty() ? "older" : one.evidence(),
                    String.valueOf(one.forecasts()),
                    String.format(Locale.ROOT, "%.0f %%", one.medianErrorPercent()),
                    one.meanLogError() == null ? "-" : String.format(Locale.ROOT, "%.2f", one.meanLogError()),
                    String.format(Locale.ROOT, "%+.0f %%", one.biasPercent()),
                    String.format(Locale.ROOT, "%.0f %%", one.p90CoveragePercent()));
        }
        table.print(out, style);
        if (document.meanLogError() != null) {
            out.printf(Locale.ROOT, "mean |ln| error of the newest transfers %.2f%n", document.meanLogError());
        }
        OptionRegret regret = document.regret();
        out.println(
                regret == null
                        ? "regret unknown: no hosts have transfers of about one size by two options"
                        : String.format(
                                Locale.ROOT,
                                "regret %.1f %%: how much longer the chosen options take than the best one seen, of %s;"
                                        + " more than 5 %% for %.0f %% of them",
                                regret.meanPercent(),
                                HumanUnits.counted(regret.transfers(), "transfer"),
                                regret.largePercent()));
        out.printf(
                Locale.ROOT,
                "explored %.1f %% (at most %.0f %%) of the %s that this home copied by advice%n",
                document.explored().percent(),
                document.explored().mostPercent(),
                HumanUnits.binarySize(document.explored().bytes()));
        out.println();
        Table worst = new Table("worst", "to", "transport", "forecast", "took", "|ln|", "evidence", "reason");
        for (WorstForecast one : document.worst()) {
            ForecastMiss miss = one.miss();
            worst.row(
                    HostPair.when(miss.madeAt()),
                    miss.destinationHost(),
                    miss.transport(),
                    HumanUnits.band(miss.secondsP50(), miss.secondsP90()),
                    HumanUnits.time(miss.outcomeSeconds()),
                    String.format(Locale.ROOT, "%.2f", one.logError()),
                    miss.evidence(),
                    one.reason());
        }
        worst.print(out, style);
    }
}
