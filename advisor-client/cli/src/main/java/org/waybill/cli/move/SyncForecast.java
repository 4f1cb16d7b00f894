package org.waybill.cli.move;

import java.util.List;
import org.waybill.cli.advise.AdviceSession;
import org.waybill.cli.command.Session;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.RecentTransfers;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.client.sync.SyncPlan;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest.Verify;

/**
 * The time that the copies of a sync's source would take: by advice where a service runs, since a comparison shall not
 * wait for one to start, else by earlier copies of this home.
 */
record SyncForecast(SyncSource asked, SyncComparison looked) {
    static Estimate of(SyncComparison looked) throws InterruptedException {
        return new SyncForecast(looked.asked(), looked).estimate();
    }

    private Estimate estimate() throws InterruptedException {
        Session session = asked.session();
        SyncPlan.Amount all = looked.plan().all();
        // advice counts each name of a file
        boolean served =
                all.linked() == 0 && (session.hasNamedService() || AdvisorClientFactory.isRunning(session.home()));
        boolean local = asked.source().isLocal() && asked.destination().isLocal();
        Estimate advised = served && !local ? advised() : Estimate.UNKNOWN;
        try {
            return advised.isKnown()
                    ? advised
                    : new RecentTransfers(session.home().recent())
                            .forecast(looked.order(asked.rules()), all.bytes(), all.sentFiles());
        } catch (TransferException e) {
            return unknown(e);
        }
    }

    private Estimate advised() throws InterruptedException {
        try {
            AdviceRequest request = new AdviceRequest(
                    looked.from(),
                    looked.to(),
                    null,
                    List.of(),
                    false,
                    asked.transfer().deadline,
                    false,
                    asked.transfer().data(Verify.SHA256).streams(),
                    List.of(),
                    asked.only(looked.plan().copies()).filter());
            return AdviceSession.advise(asked.session(), request).advice().workflows().stream()
                    .filter(option -> option.transport().equals(asked.transport())
                            && option.circuit() == null
                            && option.via().isEmpty())
                    .findFirst()
                    .map(Workflow::estimate)
                    .orElse(Estimate.UNKNOWN);
        } catch (TransferException e) {
            return unknown(e);
        }
    }

    private Estimate unknown(TransferException why) {
        asked.session().note("waybill: no forecast: " + why.getMessage());
        return Estimate.UNKNOWN;
    }
}
