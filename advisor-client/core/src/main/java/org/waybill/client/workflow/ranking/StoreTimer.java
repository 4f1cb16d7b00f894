package org.waybill.client.workflow.ranking;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.bandwidth.EndTransfers;
import org.waybill.client.probe.bandwidth.GrowingTransfers;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
import org.waybill.client.probe.bandwidth.TimedTransfer;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protection;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/**
 * Times transfers over the protocol itself: reads of the source, or writes next to the destination; and with the user's
 * consent transfers between two servers.
 */
public final class StoreTimer implements TransferTimer {
    /** Protocols whose servers send each other data at a client's word. */
    static final Set<Protocol> SERVER_TO_SERVER = Protocols.movingFiles()
            .filter(Protocol::isThirdParty)
            .filter(one -> one != Protocol.WAYBILL && !one.transports().isEmpty())
            .collect(Collectors.toUnmodifiableSet());

    private static final String MORE_TIME = "; 'waybill probe bandwidth' has more time";

    private final EndTransfers ends;
    private final ProbeContext context;
    private final ThirdPartyTransfers.@Nullable Consent thirdParty;
    private final Consumer<String> notes;

    /**
     * One that may have two servers send each other data only at the user's wish.
     *
     * @param thirdParty the user's wish for that; null without it
     * @param notes hears why transfers could not be made, or showed nothing
     */
    public StoreTimer(
            EndTransfers ends,
            ProbeContext context,
            ThirdPartyTransfers.@Nullable Consent thirdParty,
            Consumer<String> notes) {
        this.ends = ends;
        this.context = context;
        this.thirdParty = thirdParty;
        this.notes = notes;
    }

    @Override
    public boolean canTime(Candidate candidate) {
        if (candidate.isBy(Transport.GSIFTPS)) {
            return false; // the timed transfers' GridFTP does not encrypt
        }
        if (isClearTextToUnnamedServer(candidate)) {
            return false;
        }
        return candidate.isThirdPartyDirect()
                ? thirdParty != null && SERVER_TO_SERVER.contains(candidate.protocol())
                : !candidate.throughHere();
    }

    /**
     * Whether a test would send a user name, a password or a path unencrypted to a server that the user did not name:
     * paths are certain only at the servers of the protocol that was named.
     */
    private static boolean isClearTextToUnnamedServer(Candidate candidate) {
        return !candidate.pathSure()
                && Stream.of(candidate.source(), candidate.destination())
                        .anyMatch(end -> !end.isLocal() && Protection.of(end.scheme()) == Protection.CLEARTEXT);
    }

    @Override
    public Optional<RateFit> time(Candidate candidate, TransferBudget budget) throws InterruptedException {
        String what = "test transfers "
                + (candidate.isThirdPartyDirect() ? "between the two servers" : "by " + candidate.transport());
        try {
            long startNs = context.nowNs();
            Optional<TimedTransfer> transfers = open(candidate);
            if (transfers.isEmpty()) {
                return Optional.empty();
            }
            Optional<GrowingTransfers.Outcome> outcome = after(
                    startNs, transfers.get(), budget, far(candidate).path().hashCode());
            Optional<RateFit> fit = outcome.flatMap(GrowingTransfers.Outcome::fit);
            if (fit.isEmpty()) {
                notes.accept(what + " give no rate: "
                        + outcome.map(StoreTimer::why).orElse("the log-ins used up the time available" + MORE_TIME));
            }
            return fit;
        } catch (TransferException e) {
            if (e.reason() != Reason.INTERRUPTED) {
                notes.accept("no " + what + ": " + e.getMessage());
            }
            return Optional.empty();
        }
    }

    /** Empty where what is there allows none. */
    private Optional<TimedTransfer> open(Candidate candidate) throws TransferException, InterruptedException {
        return thirdParty != null && candidate.isThirdPartyDirect()
                ? Optional.of(ends.thirdParty(thirdParty, candidate.source(), candidate.destination()))
                : ends.with(
                        candidate.transport(),
                        far(candidate),
                        candidate.destination().isLocal());
    }

    private static Location far(Candidate candidate) {
        return candidate.destination().isLocal() || candidate.isThirdPartyDirect()
                ? candidate.source()
                : candidate.destination();
    }

    /**
     * What is left of the budget after the log-in; empty when nothing is.
     *
     * @param seed only chooses resamples: the same points give the same interval
     */
    private Optional<GrowingTransfers.Outcome> after(
            long startNs, TimedTransfer transfers, TransferBudget budget, long seed) throws InterruptedException {
        Duration left = budget.maxTime().minusNanos(context.nowNs() - startNs);
        if (!left.isPositive()) {
            transfers.close();
            return Optional.empty();
        }
        return Optional.of(GrowingTransfers.run(transfers, new TransferBudget(budget.maxBytes(), left), context, seed));
    }

    /** Why transfers that were made show no rate. */
    private static String why(GrowingTransfers.Outcome outcome) {
        return outcome.problem() != null
                ? outcome.problem()
                : HumanUnits.counted(outcome.points().size(), "transfer")
                        + " in the time available; a rate needs four, of three different sizes" + MORE_TIME;
    }
}
