package org.waybill.cli.move;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.FilterOptions;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.mover.engine.Distributor;
import org.waybill.engine.mover.engine.Distributor.Delivery;
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
            ""
        },
        footer = {
            "",
            "Example:",
            "  waybill distribute run7.h5 waybill://a.example.org/data/ waybill://b.example.org/data/"
        })
public final class DistributeCommand extends WaybillCommand {
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
            description = "Never send a copy faster: 500M or 1.5Gbit/s (bits), 60MB/s (bytes). Default: no limit.")
    private @Nullable Long rate;

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        List<Location> sinks = new ArrayList<>();
        for (String destination : destinations) {
            sinks.add(session.names().parse(destination).location());
        }
        List<Delivery> deliveries;
        long startNanos = System.nanoTime();
        try (ProgressView progress = new ProgressView(session.terminal(), session.quiet(), false, "")) {
            deliveries = new Distributor(session.home().root(), rate == null ? 0 : rate, filters.filter())
                    .run(session.names().parse(source).location(), sinks, verify == Verify.SHA256, progress);
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        Optional<Delivery> failed = deliveries.stream()
                .filter(delivery -> delivery.failure() != null)
                .findFirst();
        session.answer(document(deliveries, seconds), out -> print(out, deliveries, seconds));
        return failed.map(delivery -> reason(delivery).exitCode()).orElse(0);
    }

    private static Reason reason(Delivery delivery) {
        TransferException failure = delivery.failure();
        return failure == null ? Reason.INTERNAL : failure.reason();
    }

    private static String name(Location sink) {
        int port = sink.port() == 0 ? Protocol.NODE_PORT : sink.port();
        return Protocol.WAYBILL.scheme() + "://" + new HostPort(sink.host(), port) + sink.path();
    }

    private static Map<String, Object> document(List<Delivery> deliveries, double seconds) {
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
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("status", deliveries.stream().allMatch(d -> d.failure() == null) ? "OK" : "INCOMPLETE");
        document.put("seconds", seconds);
        document.put("sinks", sinks);
        return document;
    }

    private static void print(PrintStream out, List<Delivery> deliveries, double seconds) {
        for (Delivery delivery : deliveries) {
            TransferException failure = delivery.failure();
            out.println(name(delivery.sink())
                    + (failure == null
                            ? ": " + HumanUnits.binarySize(delivery.bytes()) + " from "
                                    + (delivery.from().isEmpty() ? "the source" : delivery.from())
                                    + (delivery.sha256() == null ? "" : ", sha256 " + delivery.sha256())
                            : ": " + PrintableText.of(String.valueOf(failure.getMessage()))));
            NotTransferredText.print(out, failure == null ? "" : failure.getMessage(), delivery.notTransferred());
        }
        long made = deliveries.stream()
                .filter(delivery -> delivery.failure() == null)
                .count();
        out.println(made + " of " + deliveries.size() + " in " + HumanUnits.time(seconds));
    }
}
