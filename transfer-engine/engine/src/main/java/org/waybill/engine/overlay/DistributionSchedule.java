package org.waybill.engine.overlay;

import java.util.Arrays;
import java.util.Optional;

/**
 * Which holder of a dataset sends it to which sink next. Pure. The pair with the largest sum of what the sender would
 * hand out, {@code b / (children + 1)}, and of what the sink could hand out itself goes next: Largest Bandwidth Sum
 * First (Lu 2011, algorithm 1), {@code children} being those served at the same time. A single large file flows through
 * the tree: a sink sends on what it is still receiving. Anything else spreads by whole copies: only who has one sends.
 * A sender that fails is left out and what hung on it goes elsewhere.
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

    private final double[] bandwidth;
    private final double sourceBandwidth;
    private final boolean pipelined;
    private final State[] states;
    private final int[] attempts;
    /** Who sends to each sink, and at which attempt of the sender's own. */
    private final int[] feeder;

    private final int[] feederAttempt;
    private final boolean[] unreliable;
    private final int[] serving;
    private int sourceServing;

    /**
     * A schedule for so many sinks.
     *
     * @param sourceBandwidth what the source can send, in the unit of the others
     * @param bandwidth what each sink can send; all the same where nothing is known
     * @param pipelined whether a sink can send on what it is still receiving
     */
    public DistributionSchedule(double sourceBandwidth, double[] bandwidth, boolean pipelined) {
        this.pipelined = pipelined;
        this.sourceBandwidth = sourceBandwidth;
        this.bandwidth = bandwidth.clone();
        states = new State[bandwidth.length];
        Arrays.fill(states, State.WAITING);
        attempts = new int[bandwidth.length];
        feeder = new int[bandwidth.length];
        feederAttempt = new int[bandwidth.length];
        unreliable = new boolean[bandwidth.length];
        serving = new int[bandwidth.length];
    }

    /** The next copy to start now; empty while there is none. */
    public Optional<Edge> next() {
        Edge best = null;
        double most = -1;
        for (int from = SOURCE; from < states.length; from++) {
            if (!maySend(from)) {
                continue;
            }
            double share = bandwidthOf(from) / (servingOf(from) + 1);
            for (int to = 0; to < states.length; to++) {
                boolean better = best == null
                        || share + bandwidth[to] > most
                        || share + bandwidth[to] == most && attempts[to] < attempts[best.to()];
                if (states[to] == State.WAITING && better) {
                    most = share + bandwidth[to];
                    best = new Edge(from, to);
                }
            }
        }
        if (best == null || isAboutToSend(best.from())) {
            return Optional.empty();
        }
        states[best.to()] = State.RECEIVING;
        attempts[best.to()]++;
        feeder[best.to()] = best.from();
        feederAttempt[best.to()] = best.from() == SOURCE ? 0 : attempts[best.from()];
        serve(best.from(), 1);
        return Optional.of(best);
    }

    private boolean maySend(int node) {
        if (servingOf(node) >= MOST_AT_ONCE) {
            return false;
        }
        return node == SOURCE
                || !unreliable[node]
                        && (states[node] == State.HOLDING
                                || (states[node] == State.FLOWING || isAboutToSend(node)) && isFed(node));
    }

    /** Whether what it is still to get comes: not from one that has just lost its own. */
    private boolean isFed(int node) {
        int at = node;
        while (at != SOURCE && (states[at] == State.RECEIVING || states[at] == State.FLOWING)) {
            at = feeder[at];
        }
        return at == SOURCE || states[at] == State.HOLDING;
    }

    /** Worth waiting for, since it will have something to send in a moment. */
    private boolean isAboutToSend(int node) {
        return pipelined && node != SOURCE && states[node] == State.RECEIVING && attempts[node] == 1;
    }

    /** The sink has got a first part. */
    public void flowing(int sink) {
        if (pipelined && states[sink] == State.RECEIVING) {
            states[sink] = State.FLOWING;
        }
    }

    private double bandwidthOf(int node) {
        return node == SOURCE ? sourceBandwidth : bandwidth[node];
    }

    private int servingOf(int node) {
        return node == SOURCE ? sourceServing : serving[node];
    }

    private void serve(int node, int change) {
        if (node == SOURCE) {
            sourceServing += change;
        } else {
            serving[node] += change;
        }
    }

    /** The copy is there and verified. */
    public void done(Edge edge) {
        serve(edge.from(), -1);
        states[edge.to()] = State.HOLDING;
    }

    /**
     * The copy failed; the sink waits for another holder, a few times.
     *
     * @param hopeless whether no other holder could do better
     * @return whether the sink was given up
     */
    public boolean failed(Edge edge, boolean hopeless) {
        serve(edge.from(), -1);
        if (hasLostItsOwn(edge)) {
            attempts[edge.to()]--;
        } else if (edge.from() != SOURCE && attempts[edge.to()] == 1) {
            // a sink that failed before is to blame itself; else this sender serves nobody more
            unreliable[edge.from()] = true;
        }
        boolean over = hopeless || attempts[edge.to()] >= MOST_ATTEMPTS;
        states[edge.to()] = over ? State.GIVEN_UP : State.WAITING;
        return over;
    }

    /** Whether the sender had nothing more to send, since its own sender had failed. */
    private boolean hasLostItsOwn(Edge edge) {
        return edge.from() != SOURCE
                && (attempts[edge.from()] != feederAttempt[edge.to()]
                        || states[edge.from()] == State.WAITING
                        || states[edge.from()] == State.GIVEN_UP);
    }

    /** Whether nothing is under way and nothing waits. */
    public boolean isOver() {
        return Arrays.stream(states).allMatch(state -> state == State.HOLDING || state == State.GIVEN_UP);
    }
}
