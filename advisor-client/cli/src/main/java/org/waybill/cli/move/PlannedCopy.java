package org.waybill.cli.move;

import java.io.PrintStream;
import java.util.List;
import org.waybill.cli.command.Session;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.sync.SyncPlan;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.compare.CompareBy;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.compare.TreeComparison;

/**
 * What a copy would do, found by looking at both ends.
 *
 * @param newFiles that the destination does not have
 * @param changedFiles that differ there by size or time
 * @param equal entries that are there already
 * @param differences what would be copied, and what could not be read
 */
record PlannedCopy(
        long newFiles,
        long newBytes,
        long changedFiles,
        long changedBytes,
        long equal,
        List<CheckDocument.Line> differences) {

    /** What was found, for people too. */
    record Found(ComparisonResult found, SyncPlan plan) {
        PlannedCopy document() {
            return new PlannedCopy(
                    plan.fresh().files(),
                    plan.fresh().bytes(),
                    plan.changed().files(),
                    plan.changed().bytes(),
                    found.equal(),
                    found.differences().stream().map(CheckDocument.Line::of).toList());
        }
    }

    /** Looks at the places that an order is for. */
    static Found look(Session session, TransferOrder order) throws TransferException, InterruptedException {
        Endpoint source = new Endpoint(order.request().source(), true);
        Endpoint destination = new Endpoint(order.request().destination(), true);
        try (OpenEndpoints open = OpenEndpoints.forCopy(session, source, destination)) {
            ComparisonResult found = open.trees()
                    .compare(new TreeComparison.Wanted(
                            CompareBy.MTIME, order.request().rules(), false))
                    .without(Verdict.ONLY_DESTINATION);
            return new Found(found, SyncPlan.of(found, false));
        }
    }

    static void print(PrintStream out, Found looked, TransferOrder order) {
        SyncText.plan(out, looked.found(), looked.plan(), false);
        Estimate forecast = order.forecast();
        out.println("by " + order.transport() + ", expected time: "
                + (forecast.secondsP50() == null
                        ? "unknown"
                        : HumanUnits.band(forecast.secondsP50(), forecast.secondsP90()) + " for all of it"));
    }
}
