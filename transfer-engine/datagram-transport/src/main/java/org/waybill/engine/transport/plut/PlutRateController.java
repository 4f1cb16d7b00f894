package org.waybill.engine.transport.plut;

import org.waybill.engine.transport.RateController;

/**
 * PLUT's source rate (Lu 2011, sections 4.2.3.3 and 4.2.3.5): the rate is driven by Robbins-Monro steps towards the one
 * at which the receiver's goodput equals what is attainable. That is the channel's rate at first; then what the
 * receiver says it can take (eqs. 4.2.21 to 4.2.24); then what a trial shows.
 *
 * <p>Eq. 4.2.18 alone comes to rest at any rate whose losses are all repaired, because there r(1 - x) = g. So, beyond
 * the paper, a trial distinguishes loss by overload from loss on the path: with a lower rate goodput stays the same in
 * the first case and falls in the second. Rates inside are those of data, in bit/s. Never above the limit, regardless
 * of what is measured.
 */
public final class PlutRateController implements RateController {
    /** The channel's clock is not ours: stay a little below its rate instead of filling its queue. */
    static final double MARGIN = 0.995;

    private static final double BURST_SECONDS = 0.001;
    private static final long FIRST_RATE = 20_000_000;
    private static final double BETA = 0.5;
    private static final double GROWTH = 2.0;
    private static final double KEPT_UP = 0.85;
    private static final double LOSS_TOLERANCE = 0.02;
    private static final double SAME_GOODPUT = 0.97;
    private static final int STEPS_BEFORE_TRIAL = 3;

    private enum Mode {
        /** The channel's rate is not known: double until goodput does not follow. */
        SEARCH,
        STEADY,
        /** A lower rate is on trial: is the loss our own doing? */
        LOWER,
        /** A higher rate is on trial: is there more again? */
        HIGHER
    }

    private volatile long limitBitsPerSecond;
    private final RobbinsMonro steps = new RobbinsMonro(0.5, 0.7, 0.05);
    private Mode mode;
    private double rate;
    private double attainable;
    private volatile double reported;
    private double pathLoss;
    private double bestKeptUp;
    private int plateau;
    private int lossySteps;
    private final RateTrial trial = new RateTrial();
    private long nextRaiseNs;
    private boolean started;

    /**
     * Controls a channel.
     *
     * @param limitBitsPerSecond the channel's or the reservation's rate on the wire, never exceeded
     * @param channelRateKnown whether the limit is what the channel carries, and not only what it may carry at most
     */
    public PlutRateController(long limitBitsPerSecond, boolean channelRateKnown) {
        if (limitBitsPerSecond < 1) {
            throw new IllegalArgumentException("limitBitsPerSecond=" + limitBitsPerSecond + " < 1");
        }
        this.limitBitsPerSecond = limitBitsPerSecond;
        mode = channelRateKnown ? Mode.STEADY : Mode.SEARCH;
    }

    @Override
    public long bitsPerSecond(double payloadRatio) {
        double most = limitBitsPerSecond * MARGIN;
        if (!started) {
            return (long) Math.min(most, mode == Mode.SEARCH ? FIRST_RATE : most);
        }
        return (long) Math.clamp(rate / payloadRatio, Math.min(most, 100_000), most);
    }

    @Override
    public double burstBytes(double payloadRatio, int wireBytes) {
        return Math.max(2 * wireBytes, bitsPerSecond(payloadRatio) / 8.0 * BURST_SECONDS);
    }

    @Override
    public void onFeedback(Feedback f) {
        double most = limitBitsPerSecond * MARGIN * f.payloadRatio();
        if (!started) {
            started = true;
            rate = bitsPerSecondAtStart(f, most);
            attainable = most;
        }
        takeReport(f, most);
        if (!f.limited() || f.sentBitsPerSecond() <= 0) {
            return;
        }
        if (f.lossRatio() < pathLoss) {
            pathLoss += (f.lossRatio() - pathLoss) / 8;
        }
        switch (mode) {
            case SEARCH -> search(f, most);
            case STEADY -> steady(f, most);
            case LOWER -> judgeLower(f);
            default -> judgeHigher(f, most);
        }
        rate = Math.min(rate, most);
    }

    private double bitsPerSecondAtStart(Feedback f, double most) {
        return mode == Mode.SEARCH ? Math.min(most, FIRST_RATE * f.payloadRatio()) : most;
    }

    /** The receiver's table speaks: follow at once, and start the approximation again (steps 4 and 5 of the paper). */
    private void takeReport(Feedback f, double most) {
        double report = f.attainableBitsPerSecond();
        boolean changed = Math.abs(report - reported) > 0.02 * Math.max(report, reported);
        reported = report;
        if (changed) {
            attainable = report > 0 ? Math.min(most, report) : most;
            rate = attainable / (1 - Math.min(0.5, f.resentRatio()));
            mode = Mode.STEADY;
            lossySteps = 0;
            steps.restart();
        }
    }

    private void search(Feedback f, double most) {
        double keptUp = f.goodputBitsPerSecond() / f.sentBitsPerSecond();
        bestKeptUp = Math.max(bestKeptUp, Math.min(1, keptUp));
        if (keptUp >= KEPT_UP * bestKeptUp) {
            plateau = 0;
            rate = Math.min(most, Math.max(rate, GROWTH * f.sentBitsPerSecond()));
            if (rate >= most && f.sentBitsPerSecond() > 0.9 * most) {
                mode = Mode.STEADY;
            }
        } else if (++plateau == 2) {
            pathLoss = 1 - bestKeptUp;
            attainable = f.goodputBitsPerSecond();
            rate = attainable / (1 - Math.min(0.5, pathLoss));
            mode = Mode.STEADY;
            raiseLater(f, 1);
        }
    }

    private void steady(Feedback f, double most) {
        // eq. 4.2.17: g* = [r (1 - x)]^beta g^(1 - beta); a little above what is measured cannot be distinguished from
        // noise
        double estimate = Math.pow(f.sentBitsPerSecond() * (1 - f.resentRatio()), BETA)
                * Math.pow(f.goodputBitsPerSecond(), 1 - BETA);
        double goal = Math.max(attainable, Math.min(estimate, most));
        // eq. 4.2.18: r(k+1) = r(k) - rho(k) [g(k) - g*(k)]
        rate -= steps.next() * (f.goodputBitsPerSecond() - goal);
        rate = Math.clamp(rate, 0, Math.min(most, goal / (1 - Math.min(0.5, pathLoss + LOSS_TOLERANCE))));
        lossySteps = f.lossRatio() > pathLoss + LOSS_TOLERANCE ? lossySteps + 1 : 0;
        if (lossySteps >= STEPS_BEFORE_TRIAL) {
            trial.begin(f, rate);
            mode = Mode.LOWER;
            rate = f.goodputBitsPerSecond() / (1 - Math.min(0.5, pathLoss));
        } else if (attainable < 0.98 * most && reported == 0 && f.nowNs() - nextRaiseNs >= 0) {
            trial.begin(f, rate);
            mode = Mode.HIGHER;
            rate = Math.min(most, 1.25 * rate);
        }
    }

    private void judgeLower(Feedback f) {
        if (!trial.isOver(f)) {
            return;
        }
        lossySteps = 0;
        mode = Mode.STEADY;
        if (trial.goodput() >= SAME_GOODPUT * trial.goodputBefore()) {
            attainable = Math.max(trial.goodput(), trial.goodputBefore());
            raiseLater(f, 1);
        } else {
            pathLoss = Math.max(pathLoss, trial.loss());
            rate = trial.rateBefore();
        }
    }

    private void judgeHigher(Feedback f, double most) {
        if (!trial.isOver(f)) {
            return;
        }
        mode = Mode.STEADY;
        double gained = trial.goodput() - trial.goodputBefore();
        if (gained > 0.5 * (rate - trial.rateBefore()) * (1 - pathLoss)) {
            attainable = Math.min(most, rate * (1 - pathLoss));
            nextRaiseNs = f.nowNs();
            trial.succeeded();
        } else {
            rate = trial.rateBefore();
            raiseLater(f, trial.failed());
        }
    }

    private void raiseLater(Feedback f, int times) {
        nextRaiseNs = f.nowNs() + Math.max(500_000_000L, 4 * f.rttNs()) * times;
    }

    /** Sets another limit, when channels share a rate; from any thread. */
    public void limit(long bitsPerSecond) {
        limitBitsPerSecond = Math.max(1, bitsPerSecond);
    }

    /** Whether the receiver has said that its host takes less than the channel carries; from any thread. */
    public boolean isReceiverLimited() {
        return reported > 0;
    }

    /** What is attainable as far as is known, in bit/s of data; 0 before the first measurement. */
    public double attainableBitsPerSecond() {
        return attainable;
    }
}
