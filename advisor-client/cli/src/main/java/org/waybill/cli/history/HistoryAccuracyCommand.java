package org.waybill.cli.history;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.waybill.api.EvidenceAccuracy;
import org.waybill.api.ForecastMiss;
import org.waybill.api.PairHistory;
import org.waybill.cli.command.HostPair;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code waybill history accuracy A B}. */
@Command(
        name = "accuracy",
        header = "Show how good the forecasts were, for each kind of evidence, and the worst of them.",
        description = {
            "",
            "Without hosts, the forecasts for all pairs count: the newest 200 that have an outcome. "
                    + "This machine has the name that 'hostname' prints.",
            ""
        },
        footer = {"", "Examples:", "  waybill history accuracy", "  waybill history accuracy '' dtn.example.org"})
final class HistoryAccuracyCommand extends WaybillCommand {
    @Mixin
    private HostPair hosts = new HostPair();

    HistoryAccuracyCommand(Terminal terminal) {
        super(terminal);
    }

    /** The document of {@code --json}. */
    record AccuracyDocument(int scoredForecasts, List<EvidenceAccuracy> accuracy, List<ForecastMiss> worst) {}

    @Override
    protected int run(Session session) {
        PairHistory history = session.advisor().history(hosts.source, hosts.destination, 1);
        AccuracyDocument document = new AccuracyDocument(
                history.scoredForecasts(),
                Objects.requireNonNullElse(history.accuracy(), List.of()),
                Objects.requireNonNullElse(history.worst(), List.of()));
        session.answer(document, out -> print(out, document, session.terminal().outStyle()));
        return 0;
    }

    private static void print(PrintStream out, AccuracyDocument document, Terminal.Style style) {
        if (document.accuracy().isEmpty()) {
            out.println("no forecast has an outcome yet; 'waybill copy' with advice gives them some");
            return;
        }
        Table table = new Table("evidence", "forecasts", "median error", "bias", "within P90");
        for (EvidenceAccuracy one : document.accuracy()) {
            table.row(
                    one.evidence().isEmpty() ? "older" : one.evidence(),
                    String.valueOf(one.forecasts()),
                    String.format(Locale.ROOT, "%.0f %%", one.medianErrorPercent()),
                    String.format(Locale.ROOT, "%+.0f %%", one.biasPercent()),
                    String.format(Locale.ROOT, "%.0f %%", one.p90CoveragePercent()));
        }
        table.print(out, style);
        out.println();
        Table worst = new Table("worst", "to", "transport", "forecast", "took", "evidence", "bounded by");
        for (ForecastMiss miss : document.worst()) {
            worst.row(
                    HostPair.when(miss.madeAt()),
                    miss.destinationHost(),
                    miss.transport(),
                    HumanUnits.band(miss.secondsP50(), miss.secondsP90()),
                    HumanUnits.time(miss.outcomeSeconds()),
                    miss.evidence() + " (" + miss.predictor() + ")",
                    miss.causeCode().isEmpty() ? "-" : miss.causeCode());
        }
        worst.print(out, style);
    }
}
