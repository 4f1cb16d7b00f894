package org.waybill.cli.reserve;

import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.client.HumanUnits;
import org.waybill.engine.Reason;

/** Reservations as they are made, and as people read them. */
final class ReservationsView {
    private ReservationsView() {}

    /** Bandwidth that is no longer free is not a mistake of the user. */
    static <T> T orInfeasible(Supplier<T> call) {
        try {
            return call.get();
        } catch (ServiceException refused) {
            if (refused.code().equals(ServiceException.CONFLICT)) {
                throw new CommandFailure(Reason.UNSAFE, String.valueOf(refused.getMessage()), refused);
            }
            throw refused;
        }
    }

    /** Answers with one of them. */
    static int answer(Session session, CircuitReservation one) {
        return session.answer(
                one, out -> print(out, List.of(one), session.terminal().outStyle()));
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
