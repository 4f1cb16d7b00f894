package org.waybill.cli.reserve;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.VolumeOptions;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill reserve hold}. */
@Command(
        name = "hold",
        header = "Hold a circuit for a volume for some minutes, until it is committed.",
        description =
                "Requests quotes and holds the best one. With --start, --end and --rate, holds exactly " + "that.",
        footer = {
            "waybill reserve hold dtn.lab.example dtn.centre.example --size 40TB --shortest",
            "waybill reserve commit ID"
        })
final class ReserveHoldCommand extends WaybillCommand {
    @Mixin
    private final CircuitArguments ask = new CircuitArguments();

    @Option(
            names = "--system",
            paramLabel = "NAME",
            description = "Provisioning system to use. Default: the one with the best quote.")
    private String system = "";

    @Option(names = "--shortest", description = "Choose the shortest duration instead of the earliest finish.")
    private boolean shortest;

    @Option(
            names = "--end",
            paramLabel = "T",
            converter = VolumeOptions.Moment.class,
            description = "Hold --rate from --start to this time, without a quote.")
    private @Nullable Instant end;

    @Option(
            names = "--id",
            paramLabel = "UUID",
            description = "ID of the hold; reusing an ID is idempotent. Default: a new one.")
    private String id = "";

    @Override
    protected int run(Session session) {
        CircuitHold hold = end == null ? quoted(session) : exactly(end);
        CircuitReservation held =
                ReservationsView.orInfeasible(() -> session.advisor().holdCircuit(hold));
        ReservationsView.answer(session, held);
        session.note("confirm it with: waybill reserve commit " + held.id());
        return 0;
    }

    private CircuitHold quoted(Session session) {
        List<CircuitOffer> offers = session.advisor().quoteCircuits(ask.query()).stream()
                .filter(offer -> system.isEmpty() || offer.system().equals(system))
                .toList();
        CircuitQuotes quotes = CircuitQuotes.of(offers).orFail(ask.source, ask.destination);
        CircuitQuotes.Quoted quote = shortest ? quotes.shortestDuration() : quotes.earliestFinish();
        if (quote == null) {
            throw new IllegalStateException("a quote of one kind only");
        }
        return new CircuitHold(
                name(),
                quote.system(),
                ask.source,
                ask.destination,
                quote.start(),
                quote.end(),
                quote.bitsPerSecond(),
                quote.path());
    }

    private CircuitHold exactly(Instant until) {
        Instant start = ask.volume.start;
        double rate = ask.volume.rate().orElse(0);
        if (system.isEmpty() || rate == 0) {
            throw Invalid.usage("--end requires --system and --rate, and --start unless it is now");
        }
        return new CircuitHold(
                name(),
                system,
                ask.source,
                ask.destination,
                start == null ? Instant.now() : start,
                until,
                rate,
                List.of());
    }

    private String name() {
        return id.isEmpty() ? UUID.randomUUID().toString() : id;
    }
}
