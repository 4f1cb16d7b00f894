package org.waybill.cli.reserve;

import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.client.HumanUnits;

/** Reservations as people read them. */
final class ReservationsView {
    private ReservationsView() {}

    /** Answers with one of them. */
    static int answer(Session session, CircuitReservation one) {
        session.answer(one, out -> print(out, List.of(one), session.terminal().outStyle()));
        return 0;
    }

    static void print(PrintStream out, List<CircuitReservation> reservations, Terminal.Style style) {
        if (reservations.isEmpty()) {
            out.println("no reservations");
            return;
        }
        Table table = new Table("id", "state", "system", "from", "to", "start", "end", "rate", "held until");
        for (CircuitReservation one : reservations) {
            Instant until = one.heldUntil();
            table.row(
                    one.id(),
                    one.state().name().toLowerCase(Locale.ROOT),
                    one.system(),
                    one.source(),
                    one.destination(),
                    one.start().toString(),
                    one.end().toString(),
                    HumanUnits.rate(one.bitsPerSecond()),
                    until == null ? "-" : until.toString());
        }
        table.print(out, style);
    }
}
