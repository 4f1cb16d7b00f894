package org.waybill.client.workflow;

import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Protocol;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.bandwidth.EndTransfers;
import org.waybill.client.probe.bandwidth.GrowingTransfers;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
import org.waybill.client.probe.bandwidth.TimedTransfer;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;

/**
 * Times transfers over the protocol itself: reads of the source, or writes beside the destination; and with the user's
 * consent transfers between two servers.
 */
public final class StoreTimer implements TransferTimer {
    private static final System.Logger LOG = System.getLogger(StoreTimer.class.getName());

    /** Protocols whose servers send each other data at a client's word. */
    private static final Set<Protocol> SERVER_TO_SERVER = Set.of(Protocol.FTP, Protocol.GSIFTP);

    private final EndTransfers ends;
    private final ProbeContext context;
    private final ThirdPartyTransfers.@Nullable Consent thirdParty;
    private final Consumer<String> notes;

    /** One that leaves other machines alone. */
    public StoreTimer(EndTransfers ends, ProbeContext context) {
        this(ends, context, null, note -> { });
    }

    /**
     * One that may have two servers send each other data.
     *
     * @param thirdParty the user's wish for that; null without it
     * @param notes hears why no such transfers could be made
     */
    public StoreTimer(EndTransfers ends, ProbeContext context, ThirdPartyTransfers.@Nullable Consent thirdParty,
            Consumer<String> notes) {
        this.ends = ends;
        this.context = context;
        this.thirdParty = thirdParty;
        this.notes = notes;
    }

    @Override
    public boolean canTime(Candidate candidate) {
        return candidate.isThirdPartyDirect()
                ? thirdParty != null && SERVER_TO_SERVER.contains(candidate.protocol()) : !candidate.throughHere();
    }

    @Override
    public Optional<RateFit> time(Candidate candidate, TransferBudget budget) throws InterruptedException {
        try {
            return thirdParty != null && candidate.isThirdPartyDirect()
                    ? between(thirdParty, candidate, budget) : here(candidate, budget);
        } catch (TransferException e) {
            LOG.log(Level.DEBUG, "no transfers of growing size by {0}: {1}", candidate.transport(), e.getMessage());
            if (candidate.isThirdPartyDirect()) {
                notes.accept("no test transfers between the two servers: " + e.getMessage());
            }
            return Optional.empty();
        }
    }

    private Optional<RateFit> here(Candidate candidate, TransferBudget budget)
            throws TransferException, InterruptedException {
        boolean pull = candidate.destination().isLocal();
        Location far = pull ? candidate.source() : candidate.destination();
        Optional<TimedTransfer> transfers = ends.with(candidate.transport(), far, pull);
        // the seed only chooses resamples: the same points give the same interval
        return transfers.isEmpty() ? Optional.empty()
                : GrowingTransfers.run(transfers.get(), budget, context, far.path().hashCode()).fit();
    }

    private Optional<RateFit> between(ThirdPartyTransfers.Consent consent, Candidate candidate,
            TransferBudget budget) throws TransferException, InterruptedException {
        GrowingTransfers.Outcome outcome = GrowingTransfers.run(
                ends.thirdParty(consent, candidate.source(), candidate.destination()), budget, context,
                candidate.source().path().hashCode());
        if (outcome.fit().isEmpty()) {
            notes.accept("test transfers between the two servers tell no rate"
                    + (outcome.problem() == null ? "" : ": " + outcome.problem()));
        }
        return outcome.fit();
    }
}
