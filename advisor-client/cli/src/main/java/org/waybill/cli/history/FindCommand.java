package org.waybill.cli.history;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.api.DataQuery;
import org.waybill.api.Forecast;
import org.waybill.api.FoundData;
import org.waybill.api.FoundFile;
import org.waybill.api.Replica;
import org.waybill.api.ReplicaAccess;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.TextFiles;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill find QUERY}. */
@Command(
        name = "find",
        header = "Find datasets and where their replicas are.",
        description = "Searches the catalogues that the file data-catalogues in WAYBILL_HOME (or in the home of "
                + "the service) lists, one per line: 'esgf URL', 'rucio URL [TOKEN-FILE]', 'metalink URL', "
                + "'json URL' (in these two, {query} stands for the query) or 'rls URL [HOST,...]'. No other "
                + "host is contacted.",
        footer = {
            "waybill find CMIP6.CMIP.NCAR.CESM2.historical.r4i1p1f1.Amon.tas.gn --to dtn.example.org",
            "waybill find --file dataset.meta4 --to dtn.example.org"
        })
public final class FindCommand extends WaybillCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "QUERY",
            description = "Name of a dataset, keywords, SCOPE:NAME for Rucio, or a logical name or pattern for RLS.")
    private String query = "";

    @Option(
            names = "--file",
            paramLabel = "F",
            description = "Read the replicas from F instead of a catalogue: a Metalink (3 or 4), Rucio or generic "
                    + "JSON document.")
    private @Nullable Path file;

    @Option(
            names = "--to",
            paramLabel = "HOST",
            description = "Destination host: list the replica with the fastest forecast first.")
    private String to = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Maximum number of files, 1-1000. Default: ${DEFAULT-VALUE}.")
    private int limit = 50;

    @Override
    protected int run(Session session) {
        Path list = file;
        if (query.isBlank() == (list == null)) {
            throw Invalid.usage("expected either QUERY or --file F");
        }
        String document = list == null ? "" : TextFiles.read(list);
        FoundData found = session.advisor().findData(new DataQuery(query, document, limit, to));
        found.problems().forEach(session::note);
        session.answer(found, out -> print(out, found, session.terminal().outStyle()));
        return found.files().isEmpty() ? Reason.NOT_FOUND.exitCode() : 0;
    }

    private static void print(PrintStream out, FoundData found, Terminal.Style style) {
        if (found.files().isEmpty()) {
            out.println("no files found");
            return;
        }
        for (FoundFile one : found.files()) {
            String size = one.bytes() == null ? "size unknown" : HumanUnits.binarySize(one.bytes());
            out.println(PrintableText.of(one.name() + "  " + size + checksums(one)));
            Table table = new Table("  host", "forecast", "service", "URL");
            for (Replica replica : one.replicas()) {
                row(table, replica);
            }
            table.print(out, style);
            out.println();
        }
    }

    private static String checksums(FoundFile one) {
        return one.checksums().isEmpty()
                ? ""
                : one.checksums().stream()
                        .map(sum -> sum.type() + ":" + sum.value())
                        .collect(Collectors.joining(" ", "  ", ""));
    }

    private static void row(Table table, Replica replica) {
        Forecast forecast = replica.forecast();
        String time = HumanUnits.time(forecast == null ? null : forecast.secondsP50());
        List<ReplicaAccess> accesses = replica.accesses();
        for (int i = 0; i < accesses.size(); i++) {
            table.row(
                    i == 0 ? "  " + PrintableText.of(replica.host()) : "",
                    i == 0 ? time : "",
                    PrintableText.of(accesses.get(i).service()),
                    PrintableText.of(accesses.get(i).url()));
        }
    }
}
