package org.waybill.cli;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitReservation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill reserve hold}. */
@Command(name = "hold",
        header = "Hold a circuit for a volume for some minutes, until it is committed.",
        description = {"", "Asks for a quote and holds the best one.", ""},
        footer = {"", "Example:",
            "  waybill reserve hold dtn.lab.example dtn.centre.example --size 40TB --shortest",
            "  waybill reserve commit ID"})
final class ReserveHoldCommand extends WaybillCommand {
    @Mixin
    private @Nullable CircuitAsk ask;

    @Option(names = "--system", paramLabel = "NAME", defaultValue = "",
            description = "The provisioning system to ask. Default: whichever is best.")
    private String system = "";

    @Option(names = "--shortest", description = "Take the shortest duration, not the earliest finish.")
    private boolean shortest;

    ReserveHoldCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Session session) {
        CircuitAsk asked = ask == null ? new CircuitAsk() : ask;
        List<CircuitOffer> offers = session.advisor().quoteCircuits(asked.query()).stream()
                .filter(offer -> system.isEmpty() || offer.system().equals(system)).toList();
        CircuitQuotes quotes = CircuitQuotes.of(offers).orFail(asked.source(), asked.destination());
        CircuitQuotes.Quoted quote = shortest ? quotes.shortestDuration() : quotes.earliestFinish();
        if (quote == null) {
            throw new IllegalStateException("a quote of one kind only");
        }
        CircuitReservation held = Reserving.orInfeasible(() -> session.advisor().holdCircuit(hold(asked, quote)));
        session.answer(held, out -> ReservationsView.print(out, List.of(held), session.terminal().outStyle()));
        session.note("make it last with: waybill reserve commit " + held.id());
        return 0;
    }

    private static CircuitHold hold(CircuitAsk asked, CircuitQuotes.Quoted quote) {
        return new CircuitHold(UUID.randomUUID().toString(), quote.system(), asked.source(), asked.destination(),
                quote.start(), quote.end(), quote.bitsPerSecond(), quote.path());
    }
}
