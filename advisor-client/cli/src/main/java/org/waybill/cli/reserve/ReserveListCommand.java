package org.waybill.cli.reserve;

import java.util.List;
import java.util.Map;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill reserve list}. */
@Command(
        name = "list",
        header = "List reservations, newest first.",
        description = "Lists current and future reservations only, unless --all is given.",
        footer = "waybill reserve list --all --limit 100")
final class ReserveListCommand extends WaybillCommand {
    @Option(names = "--all", description = "Include past, released and expired reservations.")
    private boolean all;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Maximum number of reservations, 1-1000. Default: ${DEFAULT-VALUE}.")
    private int limit = 20;

    @Override
    protected int run(Session session) {
        List<CircuitReservation> found = session.advisor().circuits(all, limit);
        return session.answer(
                Map.of("reservations", found),
                out -> ReservationsView.print(out, found, session.terminal().outStyle()));
    }
}
