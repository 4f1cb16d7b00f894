package org.waybill.cli.reserve;

import java.util.List;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill reserve commit ID}. */
@Command(
        name = "commit",
        header = "Make a hold last.",
        description = {"", "Doing so twice does nothing more.", ""},
        footer = {"", "Example:", "  waybill reserve commit 6f2c1b1e-0d0c-4c55-9a4e-0f6f3d1f2a77"})
final class ReserveCommitCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "As 'waybill reserve hold' and 'list' print it.")
    private String id = "";

    ReserveCommitCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        CircuitReservation done =
                ReservationCalls.orInfeasible(() -> session.advisor().commitCircuit(id));
        session.answer(
                done,
                out -> ReservationsView.print(
                        out, List.of(done), session.terminal().outStyle()));
        return 0;
    }
}
