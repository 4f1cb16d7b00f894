package org.waybill.cli.plan;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.VolumeOptions;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.engine.Reason;
import org.waybill.planner.file.ReservationsCsv;
import org.waybill.planner.plan.ReservationPlan;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.reservation.CircuitRequest;
import org.waybill.planner.routing.Network;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill plan reservation}. */
@Command(
        name = "reservation",
        header = "When a volume could go over a reserved circuit: earliest finish, shortest duration.",
        description = {"", "Exact over the links' capacities and the reservations that there are.", ""},
        footer = {
            "",
            "Example:",
            "  waybill plan reservation --input topology.json --reserved held.csv \\",
            "      --from lbl-mr2 --to fnal-mr2 --size 40TB"
        })
final class PlanReservationCommand extends WaybillCommand {
    /** Between writing a command line and its answer, a moment passes. */
    private static final Duration GRACE = Duration.ofMinutes(5);

    @Option(
            names = "--input",
            required = true,
            paramLabel = "F",
            description = "Links: CSV from,to,bitsPerSecond[,metric], or a topology, as for widest-path.")
    private Path input = Path.of("");

    @Option(
            names = "--reserved",
            paramLabel = "F",
            description = "Reservations that there are: CSV start,end,bitsPerSecond,a>b>c.")
    private @Nullable Path reserved;

    @Option(names = "--from", required = true, paramLabel = "A", description = "The circuit's ingress.")
    private String from = "";

    @Option(names = "--to", required = true, paramLabel = "B", description = "The circuit's egress.")
    private String to = "";

    @Mixin
    private final VolumeOptions volume = new VolumeOptions();

    PlanReservationCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        PlanFiles files = new PlanFiles(session);
        Network network = files.network(input, null);
        BandwidthCalendar calendar = reserved == null
                ? BandwidthCalendar.of(network)
                : files.read(reserved, (text, name) -> ReservationsCsv.read(text, name, network));
        Instant start = volume.start();
        Instant deadline = volume.deadline();
        Instant now = Instant.now();
        if (start != null && start.isBefore(now.minus(GRACE))) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "the start " + start + " is in the past: write a later one, or " + "leave --start out for now");
        }
        Instant earliest = start == null ? now : start;
        if (deadline != null && !deadline.isAfter(earliest)) {
            throw new CommandFailure(
                    Reason.BAD_INPUT, "the deadline " + deadline + " is not after the start " + earliest);
        }
        long size = volume.size();
        ReservationPlan plan = PlanFiles.plan(() -> ReservationPlan.of(
                calendar,
                new CircuitRequest(
                        from,
                        to,
                        size,
                        earliest.toEpochMilli(),
                        deadline == null ? Long.MAX_VALUE : deadline.toEpochMilli(),
                        volume.rate().orElse(Double.POSITIVE_INFINITY),
                        0)));
        if (plan.earliestFinish() == null) {
            throw deadline == null
                    ? PlanFiles.noOption(from, to)
                    : new CommandFailure(
                            Reason.UNSAFE,
                            "no circuit from '" + from + "' to '" + to + "' carries that much by " + deadline);
        }
        session.answer(plan, out -> print(out, plan, session.terminal().outStyle()));
        return 0;
    }

    private static void print(PrintStream out, ReservationPlan plan, Terminal.Style style) {
        Table table = new Table("", "start", "end", "takes", "rate", "path");
        row(table, "earliest finish", plan.earliestFinish());
        row(table, "shortest duration", plan.shortestDuration());
        table.print(out, style);
    }

    private static void row(Table table, String what, ReservationPlan.@Nullable Circuit circuit) {
        if (circuit != null) {
            table.row(
                    what,
                    circuit.start().toString(),
                    circuit.end().toString(),
                    HumanUnits.time(
                            Duration.between(circuit.start(), circuit.end()).toMillis() / 1e3),
                    HumanUnits.rate(circuit.bitsPerSecond()),
                    String.join(" > ", circuit.path()));
        }
    }
}
