package org.waybill.engine.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Which holder of a dataset sends it to which sink next. Pure. Sinks verify before they hold, so a tree grows by whole
 * copies: whoever has one may send, and the pair with the largest sum of what the holder would hand out, {@code b /
 * (children + 1)}, and of what the sink could hand out itself goes next: Largest Bandwidth Sum First (Lu 2011,
 * algorithm 1) over those who can send now, {@code children} being those served at the same time. A holder that fails
 * is left out and what hung on it goes elsewhere.
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
        HOLDING,
        GIVEN_UP
    }

    private final double[] bandwidth;
    private final double sourceBandwidth;
    private final State[] states;
    private final int[] attempts;
    private final boolean[] unreliable;
    private final int[] serving;
    private int sourceServing;

    /**
     * A schedule for so many sinks.
     *
     * @param sourceBandwidth what the source can send, in the unit of the others
     * @param bandwidth what each sink can send; all the same where nothing is known
     */
    public DistributionSchedule(double sourceBandwidth, double[] bandwidth) {
        this.sourceBandwidth = sourceBandwidth;
        this.bandwidth = bandwidth.clone();
        states = new State[bandwidth.length];
        Arrays.fill(states, State.WAITING);
        attempts = new int[bandwidth.length];
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
                if (states[to] == State.WAITING && share + bandwidth[to] > most) {
                    most = share + bandwidth[to];
                    best = new Edge(from, to);
                }
            }
        }
        if (best != null) {
            states[best.to()] = State.RECEIVING;
            attempts[best.to()]++;
            serve(best.from(), 1);
        }
        return Optional.ofNullable(best);
    }

    private boolean maySend(int node) {
        boolean holds = node == SOURCE || states[node] == State.HOLDING && !unreliable[node];
        return holds && servingOf(node) < MOST_AT_ONCE;
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
        if (edge.from() != SOURCE && attempts[edge.to()] == 1) {
            // a sink that failed before is to blame itself; else this holder serves nobody more
            unreliable[edge.from()] = true;
        }
        boolean over = hopeless || attempts[edge.to()] >= MOST_ATTEMPTS;
        states[edge.to()] = over ? State.GIVEN_UP : State.WAITING;
        return over;
    }

    /** Whether nothing is under way and nothing waits. */
    public boolean isOver() {
        return Arrays.stream(states).noneMatch(state -> state == State.WAITING || state == State.RECEIVING);
    }

    /** The sinks that hold a copy. */
    public List<Integer> holders() {
        List<Integer> holders = new ArrayList<>();
        for (int i = 0; i < states.length; i++) {
            if (states[i] == State.HOLDING) {
                holders.add(i);
            }
        }
        return holders;
    }
}
