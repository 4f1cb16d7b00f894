package org.waybill.engine.overlay;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which holder of a dataset sends it to which sink next. Pure. The pair with the largest sum of what the sender would
 * hand out, {@code b / (children + 1)}, and of what the sink could hand out itself goes next: Largest Bandwidth Sum
 * First (Lu 2011, algorithm 1), {@code children} being those served at the same time. A single large file flows through
 * the tree: a sink sends on what it is still receiving. Anything else spreads by whole copies: only who has one sends.
 * Where a plan names a sink's sender, it waits for that one. A sender that fails is left out and what hung on it goes
 * elsewhere; no sink is given up before the source itself was tried.
 */
public final class DistributionSchedule {
    /** The source's number as a holder. */
    public static final int SOURCE = -1;

    private static final int MOST_AT_ONCE = 2;
    private static final int MOST_ATTEMPTS = 4;

    /** One copy to make; {@code from} is a sink's number or {@link #SOURCE}. */
    public record Edge(int from, int to) {}

    private enum State {
        WAITING,
        RECEIVING,
        FLOWING,
        HOLDING,
        GIVEN_UP
    }

    /** The source, or a sink. */
    private static final class Holder {
        final int number;
        final double bandwidth;
        State state = State.WAITING;
        int attempts;
        /** Who sends to it, and at which attempt of the sender's own. */
        @Nullable
        Holder feeder;

        int feederAttempt;
        /** The sinks that failed to send to it. */
        final Set<Holder> failedSenders = new HashSet<>();

        boolean sourceFailed;
        boolean unreliable;
        int serving;
        /** The sender by plan, and how many it is to serve itself. */
        @Nullable
        Holder planned;

        int toServe;

        Holder(int number, double bandwidth) {
            this.number = number;
            this.bandwidth = bandwidth;
        }

        /** Whether what it is still to get comes: not from one that has just lost its own. */
        boolean isFed() {
            Holder at = this;
            while (at.feeder != null && (at.state == State.RECEIVING || at.state == State.FLOWING)) {
                at = at.feeder;
            }
            return at.state == State.HOLDING;
        }
    }

    private final boolean pipelined;
    /** The source, then the sinks. */
    private final List<Holder> holders = new ArrayList<>();

    /**
     * A schedule for a number of sinks.
     *
     * @param sourceBandwidth what the source can send, in the unit of the others
     * @param bandwidth what each sink can send; all the same where nothing is known
     * @param pipelined whether a sink can send on what it is still receiving
     */
    public DistributionSchedule(double sourceBandwidth, double[] bandwidth, boolean pipelined) {
        this(sourceBandwidth, bandwidth, pipelined, null);
    }

    /** @param plan who sends to whom as long as nothing fails; null to choose step by step */
    DistributionSchedule(
            double sourceBandwidth, double[] bandwidth, boolean pipelined, @Nullable DistributionPlan plan) {
        this.pipelined = pipelined;
        holders.add(new Holder(SOURCE, sourceBandwidth));
        holders.getFirst().state = State.HOLDING;
        for (int sink = 0; sink < bandwidth.length; sink++) {
            holders.add(new Holder(sink, bandwidth[sink]));
        }
        for (int sink = 0; plan != null && sink < bandwidth.length; sink++) {
            Holder sender = holder(plan.sender(sink));
            holder(sink).planned = sender;
            sender.toServe++;
        }
    }

    private Holder holder(int number) {
        return holders.get(number - SOURCE);
    }

    /** The next copy to start now; empty while there is none. */
    public Optional<Edge> next() {
        Holder sender = null;
        Holder sink = null;
        double most = -1;
        for (Holder from : holders) {
            if (!maySend(from)) {
                continue;
            }
            for (Holder to : holders) {
                double sum = from.bandwidth / (from.serving + 1) + to.bandwidth;
                boolean better = sink == null || sum > most || sum == most && to.attempts < sink.attempts;
                if (to.state == State.WAITING && better && allows(from, to)) {
                    most = sum;
                    sender = from;
                    sink = to;
                }
            }
        }
        if (sender == null || sink == null || isAboutToSend(sender)) {
            return Optional.empty();
        }
        sink.state = State.RECEIVING;
        sink.attempts++;
        sink.feeder = sender;
        sink.feederAttempt = sender.attempts;
        sender.serving++;
        return Optional.of(new Edge(sender.number, sink.number));
    }

    private boolean maySend(Holder holder) {
        return holder.serving < Math.max(MOST_AT_ONCE, holder.toServe)
                && !holder.unreliable
                && (holder.state == State.HOLDING
                        || (holder.state == State.FLOWING || isAboutToSend(holder)) && holder.isFed());
    }

    /**
     * By the plan only its sender, as soon as that has something, unless either has failed; no sink that failed to send
     * to it, and at last the source only.
     */
    private boolean allows(Holder from, Holder to) {
        boolean last = to.attempts >= MOST_ATTEMPTS - 1 && !to.sourceFailed;
        if (to.failedSenders.contains(from) || last && from.number != SOURCE) {
            return false;
        }
        Holder planned = to.planned;
        boolean valid = planned != null
                && to.attempts == 0
                && planned.attempts < 2
                && !planned.unreliable
                && planned.state != State.GIVEN_UP
                && !(planned.state == State.WAITING && planned.attempts > 0);
        return !valid || from == planned && !isAboutToSend(from);
    }

    /** Worth waiting for, since it will have something to send in a moment. */
    private boolean isAboutToSend(Holder holder) {
        return pipelined && holder.state == State.RECEIVING && holder.attempts == 1;
    }

    /** The sink has got a first part. */
    public void flowing(int sink) {
        if (pipelined && holder(sink).state == State.RECEIVING) {
            holder(sink).state = State.FLOWING;
        }
    }

    /** The copy is there and verified. */
    public void done(Edge edge) {
        holder(edge.from()).serving--;
        holder(edge.to()).state = State.HOLDING;
    }

    /**
     * The copy failed; the sink waits for another holder, a few times, once at least for the source.
     *
     * @param hopeless whether no other holder could do better
     * @return whether the sink was given up
     */
    public boolean failed(Edge edge, boolean hopeless) {
        Holder sender = holder(edge.from());
        Holder sink = holder(edge.to());
        sender.serving--;
        if (hasLostItsOwn(sender, sink)) {
            sink.attempts--;
        } else if (edge.from() == SOURCE) {
            sink.sourceFailed = true;
        } else {
            sink.failedSenders.add(sender);
            // a sink that failed before is to blame itself; else this sender serves no one more
            sender.unreliable |= sink.attempts == 1;
        }
        boolean over = hopeless || sink.attempts >= MOST_ATTEMPTS;
        sink.state = over ? State.GIVEN_UP : State.WAITING;
        return over;
    }

    /** Whether the sender had nothing more to send, since its own sender had failed. */
    private static boolean hasLostItsOwn(Holder sender, Holder sink) {
        return sender.attempts != sink.feederAttempt || sender.state == State.WAITING || sender.state == State.GIVEN_UP;
    }

    /** Whether nothing is under way and nothing waits. */
    public boolean isOver() {
        return holders.stream().allMatch(holder -> holder.state == State.HOLDING || holder.state == State.GIVEN_UP);
    }
}
