package org.waybill.cli.reserve;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill reserve commit ID}. */
@Command(
        name = "commit",
        header = "Confirm a held circuit.",
        description = "Idempotent.",
        footer = "waybill reserve commit 6f2c1b1e-0d0c-4c55-9a4e-0f6f3d1f2a77")
final class ReserveCommitCommand extends WaybillCommand {
    /** The clock may be set, or the machine sleep, meanwhile. */
    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(10);

    @Parameters(
            index = "0",
            paramLabel = "ID",
            description = "The ID as 'waybill reserve hold' and 'waybill reserve list' show it.")
    private String id = "";

    @Option(
            names = "--wait",
            paramLabel = "S",
            description =
                    "Return when the circuit carries data: at its granted start, which may be later than requested,"
                            + " and S seconds after the commit at the earliest.")
    private @Nullable Integer setUpSeconds;

    @Override
    protected int run(Session session) throws InterruptedException {
        if (setUpSeconds != null && setUpSeconds < 0) {
            throw Invalid.value("--wait", setUpSeconds.toString(), "0 s or more");
        }
        CircuitReservation committed =
                ReservationsView.orInfeasible(() -> session.advisor().commitCircuit(id));
        if (setUpSeconds != null) {
            Instant setUp = Instant.now().plusSeconds(setUpSeconds);
            await(session, setUp.isAfter(committed.start()) ? setUp : committed.start());
        }
        return ReservationsView.answer(session, committed);
    }

    private static void await(Session session, Instant start) throws InterruptedException {
        Duration left = Duration.between(Instant.now(), start);
        if (left.isPositive()) {
            session.note("waiting until " + start.truncatedTo(ChronoUnit.SECONDS) + " for the circuit");
        }
        while (left.isPositive()) {
            Thread.sleep(left.compareTo(LONGEST_SLEEP) < 0 ? left : LONGEST_SLEEP);
            left = Duration.between(Instant.now(), start);
        }
    }
}
