package org.waybill.cli.reserve;

import java.util.List;
import java.util.Map;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill reserve list}. */
@Command(
        name = "list",
        header = "Show reservations, newest first.",
        description = {"", "Those that hold bandwidth now or later; with --all also past and ended ones.", ""},
        footer = {"", "Example:", "  waybill reserve list --all --limit 100"})
final class ReserveListCommand extends WaybillCommand {
    @Option(names = "--all", description = "Past, released and expired ones too.")
    private boolean all;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "At most N, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    private int limit = 20;

    ReserveListCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        List<CircuitReservation> found = session.advisor().circuits(all, limit);
        session.answer(
                Map.of("reservations", found),
                out -> ReservationsView.print(out, found, session.terminal().outStyle()));
        return 0;
    }
}
