package org.waybill.engine.transport.plut;

/**
 * The acknowledgement interval that maximises goodput, by one-measurement simultaneous perturbation (Lu 2011, section
 * 4.2.3.4). The step goes along the estimated gradient, not against it as eq. 4.2.19 is printed. What is used is always
 * the estimate moved a little up or down in turn, so that eq. 4.2.20 never divides by nothing, nor by so little that
 * noise decides. Intervals in ms inside, goodput relative to the larger of two measurements, so that gains have no unit
 * of rate.
 */
final class SpsaAckInterval {
    static final double LEAST_MILLIS = 2;
    static final double MOST_MILLIS = 40;
    private static final double FIRST_MILLIS = 10;
    private static final double GAIN = 8;
    private static final double LEAST_GAIN = 0.2;
    private static final double LARGEST_MOVE = 0.3;
    private static final double PERTURBATION = 0.15;

    private final RobbinsMonro gains = new RobbinsMonro(GAIN, 0.7, LEAST_GAIN);
    private double estimate = FIRST_MILLIS;
    private double used = FIRST_MILLIS;
    private double usedBefore;
    private double goodputBefore = -1;
    private boolean up;

    long intervalNs() {
        return (long) (used * 1e6);
    }

    /** Takes the goodput measured under the present interval and moves on to the next. */
    void onGoodput(double goodput) {
        double moved = used - usedBefore;
        if (goodputBefore >= 0 && moved != 0) {
            double scale = Math.max(1, Math.max(goodput, goodputBefore));
            // eq. 4.2.20: G = [g(k) - g(k-1)] / [d (I(k) - I(k-1))]
            double gradient = (goodput - goodputBefore) / scale / moved;
            // eq. 4.2.19, corrected: I(k+1) = I(k) + c(k) G
            double step = gains.next() * gradient * estimate * estimate;
            estimate += Math.clamp(step, -LARGEST_MOVE * estimate, LARGEST_MOVE * estimate);
            estimate = Math.clamp(estimate, LEAST_MILLIS, MOST_MILLIS);
        }
        goodputBefore = goodput;
        usedBefore = used;
        up = !up;
        used = Math.clamp(estimate * (up ? 1 + PERTURBATION : 1 - PERTURBATION), LEAST_MILLIS, MOST_MILLIS);
    }
}
