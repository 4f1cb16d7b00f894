package org.waybill.engine.transport.plut;

import org.waybill.engine.transport.RateController.Feedback;

/** A while at another rate, measured once the change has come back from the receiver. */
final class RateTrial {
    private static final int STEPS = 3;
    private static final int MOST_WAITING = 16;

    private double rateBefore;
    private double goodputBefore;
    private long measureFromNs;
    private double goodputSum;
    private double lossSum;
    private int steps;
    private int failures;

    void begin(Feedback f, double rate) {
        rateBefore = rate;
        goodputBefore = f.goodputBitsPerSecond();
        // a round trip for the change to show, and half of one for what was in queues
        measureFromNs = f.nowNs() + f.rttNs() + f.rttNs() / 2;
        goodputSum = 0;
        lossSum = 0;
        steps = 0;
    }

    /** Takes a step's measurement; returns whether the trial can be decided. */
    boolean isOver(Feedback f) {
        if (f.nowNs() - measureFromNs < 0) {
            return false;
        }
        goodputSum += f.goodputBitsPerSecond();
        lossSum += f.lossRatio();
        return ++steps == STEPS;
    }

    double rateBefore() {
        return rateBefore;
    }

    double goodputBefore() {
        return goodputBefore;
    }

    double goodput() {
        return goodputSum / steps;
    }

    double loss() {
        return lossSum / steps;
    }

    void succeeded() {
        failures = 0;
    }

    /** How many waiting times to let pass before the next try: 2, 4, 8, 16. */
    int failed() {
        failures++;
        return Math.min(MOST_WAITING, 1 << Math.min(failures, 5));
    }
}
