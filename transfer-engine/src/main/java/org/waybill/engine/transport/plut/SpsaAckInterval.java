package org.waybill.engine.transport.plut;

/**
 * The acknowledgement interval that maximises goodput, by one-measurement simultaneous perturbation (Lu 2011, section
 * 4.2.3.4). The step goes along the estimated gradient, not against it as eq. 4.2.19 is printed, and an interval that
 * has not changed is perturbed before eq. 4.2.20 would divide by zero. Intervals in ms inside, goodput relative to the
 * larger of the two measurements, so that the gains have no unit of rate.
 */
final class SpsaAckInterval {
    static final double LEAST_MILLIS = 2;
    static final double MOST_MILLIS = 40;
    private static final double FIRST_MILLIS = 10;
    private static final double GAIN = 4;
    private static final double LARGEST_MOVE = 0.3;
    private static final double PERTURBATION = 0.1;

    private final RobbinsMonro gains = new RobbinsMonro(GAIN, 0.7, 0.05);
    private double interval = FIRST_MILLIS;
    private double previousInterval = FIRST_MILLIS;
    private double previousGoodput = -1;
    private boolean up;

    long intervalNs() {
        return (long) (interval * 1e6);
    }

    /** Takes the goodput measured under the present interval and moves on to the next. */
    void onGoodput(double goodput) {
        if (previousGoodput < 0) {
            remember(goodput, perturbed());
            return;
        }
        double scale = Math.max(1, Math.max(goodput, previousGoodput));
        double moved = interval - previousInterval;
        // eq. 4.2.20: G = [g(k) - g(k-1)] / [d (I(k) - I(k-1))]
        double gradient = (goodput - previousGoodput) / scale / moved;
        // eq. 4.2.19, corrected: I(k+1) = I(k) + c(k) G
        double step = gains.next() * gradient * interval;
        double bounded = Math.clamp(step, -LARGEST_MOVE * interval, LARGEST_MOVE * interval);
        double next = Math.clamp(interval + bounded, LEAST_MILLIS, MOST_MILLIS);
        remember(goodput, Math.abs(next - interval) < PERTURBATION / 10 * interval ? perturbed() : next);
    }

    /** A small move, up and down in turn, away from the bounds. */
    private double perturbed() {
        up = interval <= LEAST_MILLIS || interval < MOST_MILLIS && !up;
        return Math.clamp(interval * (up ? 1 + PERTURBATION : 1 - PERTURBATION), LEAST_MILLIS, MOST_MILLIS);
    }

    private void remember(double goodput, double next) {
        previousGoodput = goodput;
        previousInterval = interval;
        interval = next;
    }
}
