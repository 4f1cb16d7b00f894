package org.waybill.client.workflow;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Protocol;
import org.waybill.client.Amounts;
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
        long startNs = context.nowNs();
        Optional<TimedTransfer> transfers = ends.with(candidate.transport(), far, pull);
        if (transfers.isEmpty()) {
            return Optional.empty();
        }
        return after(startNs, transfers.get(), budget, far.path().hashCode()).flatMap(GrowingTransfers.Outcome::fit);
    }

    /**
     * What is left of the budget after the log-in; empty when nothing is.
     *
     * @param seed only chooses resamples: the same points give the same interval
     */
    private Optional<GrowingTransfers.Outcome> after(long startNs, TimedTransfer transfers, TransferBudget budget,
            long seed) throws InterruptedException {
        Duration left = budget.maxTime().minusNanos(context.nowNs() - startNs);
        if (!left.isPositive()) {
            transfers.close();
            return Optional.empty();
        }
        return Optional.of(GrowingTransfers.run(transfers, new TransferBudget(budget.maxBytes(), left), context, seed));
    }

    private Optional<RateFit> between(ThirdPartyTransfers.Consent consent, Candidate candidate,
            TransferBudget budget) throws TransferException, InterruptedException {
        long startNs = context.nowNs();
        TimedTransfer transfers = ends.thirdParty(consent, candidate.source(), candidate.destination());
        Optional<GrowingTransfers.Outcome> outcome =
                after(startNs, transfers, budget, candidate.source().path().hashCode());
        Optional<RateFit> fit = outcome.flatMap(GrowingTransfers.Outcome::fit);
        if (fit.isEmpty()) {
            notes.accept("test transfers between the two servers tell no rate: " + outcome.map(StoreTimer::why)
                    .orElse("the log-ins took all the time there was; 'waybill probe bandwidth --third-party-probe' "
                            + "has more"));
        }
        return fit;
    }

    /** Why transfers that were made tell no rate. */
    private static String why(GrowingTransfers.Outcome outcome) {
        if (outcome.problem() != null) {
            return outcome.problem();
        }
        return Amounts.counted(outcome.points().size(), "transfer") + " in the time there was, and a line wants four "
                + "of three sizes; 'waybill probe bandwidth --third-party-probe' has more time";
    }
}
