package org.waybill.cli.plan;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.VolumeOptions;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
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
        header = "Compute when a reserved circuit could carry a volume: earliest finish, shortest duration.",
        description = "Exact for the given link capacities and reservations.",
        footer = {
            "waybill plan reservation --input topology.json --reserved held.csv \\",
            "    --from lbl-mr2 --to fnal-mr2 --size 40TB"
        })
final class PlanReservationCommand extends WaybillCommand {
    /** Between writing a command line and its answer, a moment passes. */
    private static final Duration GRACE = Duration.ofMinutes(5);

    @Mixin
    private final NetworkOptions network = new NetworkOptions();

    @Option(
            names = "--reserved",
            paramLabel = "F",
            description = "Existing reservations: CSV start,end,bitsPerSecond,a>b>c.")
    private @Nullable Path reserved;

    @Mixin
    private final NetworkOptions.Pair ends = new NetworkOptions.Pair();

    @Mixin
    private final VolumeOptions volume = new VolumeOptions();

    @Override
    protected int run(Session session) {
        PlanFiles files = new PlanFiles(session);
        Network graph = network.read(files);
        BandwidthCalendar calendar = reserved == null
                ? BandwidthCalendar.of(graph)
                : files.read(reserved, (text, name) -> ReservationsCsv.read(text, name, graph));
        Instant start = volume.start;
        Instant deadline = volume.deadline;
        Instant now = Instant.now();
        if (start != null && start.isBefore(now.minus(GRACE))) {
            throw Invalid.value("--start", start, "a time in the future (default: now)");
        }
        Instant earliest = start == null ? now : start;
        if (deadline != null && !deadline.isAfter(earliest)) {
            throw Invalid.value("--deadline", deadline, "a time after the start, " + earliest);
        }
        long size = volume.size();
        ReservationPlan plan = PlanFiles.plan(() -> ReservationPlan.of(
                calendar,
                new CircuitRequest(
                        ends.from,
                        ends.to,
                        size,
                        earliest.toEpochMilli(),
                        deadline == null ? Long.MAX_VALUE : deadline.toEpochMilli(),
                        volume.rate().orElse(Double.POSITIVE_INFINITY),
                        0)));
        if (plan.earliestFinish() == null) {
            throw deadline == null
                    ? PlanFiles.noOption(ends)
                    : CommandFailure.unsafe("no circuit from '" + ends.from + "' to '" + ends.to
                            + "' can carry this volume by " + deadline);
        }
        return session.answer(plan, out -> print(out, plan, session.terminal().outStyle()));
    }

    private static void print(PrintStream out, ReservationPlan plan, Terminal.Style style) {
        Table table = new Table("", "start", "end", "duration", "rate", "path");
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
