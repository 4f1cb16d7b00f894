package org.waybill.cli.reserve;

import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill reserve commit ID}. */
@Command(
        name = "commit",
        header = "Confirm a held circuit.",
        description = "Idempotent.",
        footer = "waybill reserve commit 6f2c1b1e-0d0c-4c55-9a4e-0f6f3d1f2a77")
final class ReserveCommitCommand extends WaybillCommand {
    @Parameters(
            index = "0",
            paramLabel = "ID",
            description = "The ID as 'waybill reserve hold' and 'waybill reserve list' show it.")
    private String id = "";

    @Override
    protected int run(Session session) {
        return ReservationsView.answer(
                session, ReservationsView.orInfeasible(() -> session.advisor().commitCircuit(id)));
    }
}
