package org.waybill.cli.history;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.waybill.api.PairHistory;
import org.waybill.api.TransferOutcome;
import org.waybill.cli.command.HostPair;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill history show A B}. */
@Command(
        name = "show",
        header = "List past transfers, newest first.",
        description = "Without hosts, lists all transfers. This machine has the name that 'hostname' prints.",
        footer = {"waybill history show", "waybill history show '' dtn.example.org"})
final class HistoryShowCommand extends WaybillCommand {
    @Mixin
    private HostPair hosts = new HostPair();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Maximum number of transfers, 1-1000. Default: ${DEFAULT-VALUE}.")
    private int limit = 20;

    @Override
    protected int run(Session session) {
        PairHistory history = session.advisor().history(hosts.source, hosts.destination, limit);
        boolean all = hosts.source.isBlank() && hosts.destination.isBlank();
        return session.answer(
                history, out -> print(out, history, all, session.terminal().outStyle()));
    }

    private static void print(PrintStream out, PairHistory history, boolean all, Terminal.Style style) {
        List<TransferOutcome> transfers = history.transfers();
        if (transfers.isEmpty()) {
            out.println(
                    all
                            ? "no transfers recorded yet; 'waybill copy' and 'waybill history import' add them"
                            : "no recorded transfer matches these hosts; 'waybill history show' lists all");
            return;
        }
        Table table = new Table("when", "from", "to", "transport", "size", "took", "rate", "forecast", "status");
        for (TransferOutcome transfer : transfers) {
            table.row(
                    HostPair.when(transfer.startedAt()),
                    transfer.sourceHost(),
                    transfer.destinationHost(),
                    transfer.transport() + (transfer.via().isEmpty() ? "" : " via " + transfer.via()),
                    HumanUnits.binarySize(transfer.bytes()),
                    HumanUnits.time(transfer.seconds()),
                    rate(transfer),
                    transfer.forecastSecondsP50() == null ? "-" : HumanUnits.time(transfer.forecastSecondsP50()),
                    transfer.status());
        }
        table.print(out, style);
        Double error = history.medianErrorPercent();
        if (error != null) {
            out.println();
            out.printf(
                    Locale.ROOT,
                    "%d forecasts scored: median error %.0f %%%s%n",
                    history.scoredForecasts(),
                    error,
                    coverage(history));
        }
    }

    private static String coverage(PairHistory history) {
        Double coverage = history.p90CoveragePercent();
        return coverage == null
                ? ""
                : String.format(Locale.ROOT, "; %.0f %% finished within the P90 forecast", coverage);
    }

    private static String rate(TransferOutcome transfer) {
        return transfer.seconds() > 0 && transfer.status().equals("OK") && transfer.bytes() > transfer.resumedBytes()
                ? HumanUnits.rate((transfer.bytes() - transfer.resumedBytes()) * 8.0 / transfer.seconds())
                : "-";
    }
}
