package org.waybill.cli.move;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.overlay.PathForecast;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.FilterOptions;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.StandardOutput;
import org.waybill.cli.command.StrictOption;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.cli.progress.ProgressView;
import org.waybill.cli.task.BackgroundOption;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.engine.Distributor;
import org.waybill.engine.mover.engine.Distributor.Delivery;
import org.waybill.engine.mover.engine.Distributor.Expected;
import org.waybill.engine.overlay.DistributionSchedule;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill distribute SRC DST...}. */
@Command(
        name = "distribute",
        header = "Copy one dataset to many nodes; each node that has it sends it on.",
        description = {
            "",
            "SRC is a path on this machine or at a node; a directory that ends in a slash means the files in it. Each"
                + " DST is a place at a node. The nodes must know each other: share one WAYBILL_HOME, or be paired. A"
                + " large file is sent on while it is received, other data when a copy is complete and verified. A DST"
                + " whose sender fails gets its copy from another node.",
            "",
            "For 64 MiB or more, the links are measured with at most 2 %% of the data (not with --rate), or taken from"
                    + " the forecasts of --service. The fastest tree is used, and its expected time is shown (for less"
                    + " data only if it is 10 s or more).",
            ""
        },
        footer = {
            "",
            "Example:",
            "  waybill distribute run7.h5 waybill://a.example.org/data/ waybill://b.example.org/data/"
        })
public final class DistributeCommand extends WaybillCommand {
    /** A question for each pair of them. */
    private static final int MOST_ASKED_ABOUT = 9;

    private static final int MOST_PATHS = 4;

    @Parameters(index = "0", paramLabel = "SRC", description = "What to distribute.")
    private String source = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "DST",
            description = "Where to: waybill://HOST[:PORT]/PATH.")
    private List<String> destinations = List.of();

    @Mixin
    private final FilterOptions filters = new FilterOptions();

    @Mixin
    private final StrictOption strict = new StrictOption();

    @Option(
            names = "--verify",
            paramLabel = "V",
            defaultValue = "sha256",
            description = "sha256, or none: source and copies are not compared. Default: ${DEFAULT-VALUE}.")
    private Verify verify = Verify.SHA256;

    @Option(
            names = "--rate",
            paramLabel = "R",
            converter = Quantities.BitsPerSecond.class,
            description = "Maximum rate of each copy: 500M or 1.5Gbit/s (bits), 60MB/s (bytes). Default: no limit.")
    private @Nullable Long rate;

    @Mixin
    private final BackgroundOption background = new BackgroundOption();

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        Endpoint from = session.names().parse(source);
        List<Endpoint> ends = new ArrayList<>(List.of(from));
        for (String destination : destinations) {
            ends.add(session.names().parse(destination));
        }
        if (background.isWanted()) {
            return background.submit(session, () -> TreeOptions.requireThere(from));
        }
        StandardOutput.mayLose(session.terminal().out());
        List<Location> sinks = ends.stream().skip(1).map(Endpoint::location).toList();
        EntryFilter filter = filters.filter();
        Distributor distributor = new Distributor(session.home().root(), rate == null ? 0 : rate, filter);
        Expected expected = distributor
                .expect(from.location(), sinks, forecastRates(session, ends))
                .orElse(null);
        List<Delivery> deliveries;
        List<String> notKept;
        long startNanos = System.nanoTime();
        try (ProgressView progress = new ProgressView(session, session.quiet(), false, "")) {
            if (expected != null) {
                progress.onEvent("TREE", told(expected, sinks));
            }
            NotKept heard = new NotKept(progress);
            deliveries = distributor.run(from.location(), sinks, verify == Verify.SHA256, expected, heard);
            notKept = heard.texts();
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        List<NotTransferred> missing = deliveries.stream()
                .flatMap(delivery -> delivery.notTransferred().stream())
                .toList();
        filters.noteMissing(session, filter, missing);
        ends.stream()
                .skip(1)
                .flatMap(to -> Ends.contentsNote(session, from, to).stream())
                .findFirst()
                .ifPresent(text -> session.note("waybill: " + text));
        Optional<Delivery> failed = deliveries.stream()
                .filter(delivery -> delivery.failure() != null)
                .findFirst();
        if (!filter.isAll()
                && deliveries.stream()
                        .allMatch(delivery -> delivery.failure() == null
                                && delivery.files() == 0
                                && delivery.notTransferred().isEmpty())) {
            FilterOptions.noteNothingSelected(session, source);
        }
        Double forecast = expected == null || !expected.isTimed() ? null : expected.seconds();
        Reason reason = failed.map(DistributeCommand::reason)
                .orElse(strict.refuses(session, missing, notKept) ? Reason.LEFT_OUT : null);
        String status = failed.isPresent() ? "INCOMPLETE" : reason == null ? "OK" : reason.name();
        session.answer(
                document(status, deliveries, seconds, forecast, notKept),
                out -> print(out, deliveries, seconds, forecast));
        if (session.quiet() && session.json() && reason == Reason.LEFT_OUT) {
            NotTransferredText.print(session.terminal().err(), missing);
        }
        return reason == null ? 0 : reason.exitCode();
    }

    /** What a named service forecasts for the links between the hosts; NaN where it forecasts nothing. */
    private static double[][] forecastRates(Session session, List<Endpoint> ends) {
        double[][] rates = new double[ends.size()][ends.size()];
        boolean asks = session.hasNamedService() && ends.size() <= MOST_ASKED_ABOUT;
        for (int from = 0; from < rates.length; from++) {
            for (int to = 0; to < rates.length; to++) {
                rates[from][to] =
                        asks && to > 0 && to != from ? forecastRate(session, ends.get(from), ends.get(to)) : Double.NaN;
            }
        }
        return rates;
    }

    private static double forecastRate(Session session, Endpoint from, Endpoint to) {
        try {
            return session.advisor().virtualPaths(Ends.historyName(from), Ends.historyName(to), MOST_PATHS).stream()
                    .filter(path -> path.via().isEmpty())
                    .map(PathForecast::bitsPerSecond)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (ServiceException e) {
            session.note("waybill: the service forecasts no link from " + from.format() + ": " + e.getMessage());
            return Double.NaN;
        }
    }

    /** The tree in words. */
    private static String told(Expected expected, List<Location> sinks) {
        String time = "expected time " + (expected.isTimed() ? HumanUnits.time(expected.seconds()) : "a few seconds");
        if (!expected.pipelined()) {
            return time + ", whole copies in rounds";
        }
        List<String> edges = new ArrayList<>();
        for (int sink = 0; sink < sinks.size(); sink++) {
            int sender = expected.plan().sender(sink);
            edges.add(authority(sinks.get(sink)) + " from "
                    + (sender == DistributionSchedule.SOURCE ? "the source" : authority(sinks.get(sender))));
        }
        return time + " at " + HumanUnits.rate(expected.plan().bitsPerSecond()) + ": " + String.join(", ", edges);
    }

    private static String authority(Location sink) {
        return new HostPort(sink.host(), sink.port() == 0 ? Protocol.NODE_PORT : sink.port()).toString();
    }

    private static Reason reason(Delivery delivery) {
        TransferException failure = delivery.failure();
        return failure == null ? Reason.INTERNAL : failure.reason();
    }

    private static String name(Location sink) {
        return Protocol.WAYBILL.scheme() + "://" + authority(sink) + sink.path();
    }

    private static Map<String, @Nullable Object> document(
            String status,
            List<Delivery> deliveries,
            double seconds,
            @Nullable Double expectedSeconds,
            List<String> notKept) {
        List<Map<String, @Nullable Object>> sinks = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            TransferException failure = delivery.failure();
            Map<String, @Nullable Object> sink = new LinkedHashMap<>();
            sink.put("destination", name(delivery.sink()));
            sink.put("status", failure == null ? "OK" : failure.reason().name());
            sink.put("from", delivery.from());
            sink.put("bytes", delivery.bytes());
            sink.put("seconds", delivery.seconds());
            sink.put("sha256", delivery.sha256());
            sink.put("attempts", delivery.attempts());
            sink.put("cause", failure == null ? null : failure.getMessage());
            sink.put("notTransferred", delivery.notTransferred());
            sinks.add(sink);
        }
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("status", status);
        document.put("seconds", seconds);
        document.put("expectedSeconds", expectedSeconds);
        document.put("sinks", sinks);
        document.put("notKept", notKept);
        return document;
    }

    private static void print(
            PrintStream out, List<Delivery> deliveries, double seconds, @Nullable Double expectedSeconds) {
        for (Delivery delivery : deliveries) {
            TransferException failure = delivery.failure();
            out.println(name(delivery.sink())
                    + (failure == null
                            ? ": " + HumanUnits.binarySize(delivery.bytes()) + " from "
                                    + (delivery.from().isEmpty() ? "the source" : delivery.from())
                                    + (delivery.sha256() == null ? "" : ", sha256 " + delivery.sha256())
                            : ": " + PrintableText.of(String.valueOf(failure.getMessage()))));
            if (failure == null) {
                NotTransferredText.names(out, delivery.notTransferred());
            } else {
                NotTransferredText.print(out, failure.getMessage(), delivery.notTransferred());
            }
        }
        long made = deliveries.stream()
                .filter(delivery -> delivery.failure() == null)
                .count();
        out.println(made + " of " + deliveries.size() + " in " + HumanUnits.time(seconds)
                + (expectedSeconds == null ? "" : ", expected " + HumanUnits.time(expectedSeconds)));
        NotTransferredText.leftOut(
                out,
                deliveries.stream()
                        .filter(delivery -> delivery.failure() == null)
                        .flatMap(delivery -> delivery.notTransferred().stream())
                        .toList());
    }
}
