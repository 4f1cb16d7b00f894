package org.waybill.cli.reserve;

import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill reserve release ID}. */
@Command(
        name = "release",
        header = "Release a held or committed circuit.",
        description = "Idempotent.",
        footer = "waybill reserve release 6f2c1b1e-0d0c-4c55-9a4e-0f6f3d1f2a77")
final class ReserveReleaseCommand extends WaybillCommand {
    @Parameters(
            index = "0",
            paramLabel = "ID",
            description = "The ID as 'waybill reserve hold' and 'waybill reserve list' show it.")
    private String id = "";

    @Override
    protected int run(Session session) {
        return ReservationsView.answer(session, session.advisor().releaseCircuit(id));
    }
}
