package org.waybill.client.workflow;

import java.lang.System.Logger.Level;
import java.util.Optional;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.bandwidth.EndTransfers;
import org.waybill.client.probe.bandwidth.GrowingTransfers;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TimedTransfer;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;

/** Times transfers over the protocol itself: reads of the source, or writes beside the destination. */
public final class StoreTimer implements TransferTimer {
    private static final System.Logger LOG = System.getLogger(StoreTimer.class.getName());

    private final EndTransfers ends;
    private final ProbeContext context;

    public StoreTimer(EndTransfers ends, ProbeContext context) {
        this.ends = ends;
        this.context = context;
    }

    @Override
    public Optional<RateFit> time(Candidate candidate, TransferBudget budget) throws InterruptedException {
        boolean pull = candidate.destination().isLocal();
        Location far = pull ? candidate.source() : candidate.destination();
        try {
            Optional<TimedTransfer> transfers = ends.with(candidate.transport(), far, pull);
            // the seed only chooses resamples: the same points give the same interval
            return transfers.isEmpty() ? Optional.empty()
                    : GrowingTransfers.run(transfers.get(), budget, context, far.path().hashCode()).fit();
        } catch (TransferException e) {
            LOG.log(Level.DEBUG, "no transfers of growing size by {0}: {1}", candidate.transport(), e.getMessage());
            return Optional.empty();
        }
    }
}
