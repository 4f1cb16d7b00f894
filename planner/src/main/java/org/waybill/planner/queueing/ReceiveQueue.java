package org.waybill.planner.queueing;

/**
 * A receive buffer and the threads that drain it as an M/M/m/B queue: packets arrive at random at rate lambda, each of
 * m receivers takes 1/mu on average for one, at most B are there at once, and one that finds the buffer full is lost
 * (Lu 2011, sections 4.2.1.2 for m = 1 and 4.3.1.1). Everything follows from the steady-state probabilities, which are
 * summed from their ratios, so alpha = 1 needs no formula of its own and large B or alpha do not overflow. That sets
 * these straight: eqs. 4.2.8 to 4.2.10 have no value at alpha = 1, and eq. 4.3.7 is that of one receiver.
 */
public final class ReceiveQueue {
    /** More states than any socket buffer has packets. */
    public static final int MOST_PACKETS = 10_000_000;

    private final double arrivalsPerSecond;
    private final double servicesPerSecond;
    private final int receivers;
    private final double[] probability;

    /**
     * The queue in its steady state.
     *
     * @param arrivalsPerSecond lambda, packets per second offered; above 0
     * @param servicesPerSecond mu, packets per second that one receiver can take; above 0
     * @param receivers m, 1 or more
     * @param bufferPackets B, those in service included; at least m
     */
    public ReceiveQueue(double arrivalsPerSecond, double servicesPerSecond, int receivers, int bufferPackets) {
        if (!(arrivalsPerSecond > 0)
                || !(servicesPerSecond > 0)
                || Double.isInfinite(arrivalsPerSecond)
                || Double.isInfinite(servicesPerSecond)) {
            throw new IllegalArgumentException("arrivalsPerSecond=" + arrivalsPerSecond + " and servicesPerSecond="
                    + servicesPerSecond + " must be above 0");
        }
        if (receivers < 1 || bufferPackets < receivers || bufferPackets > MOST_PACKETS) {
            throw new IllegalArgumentException("receivers=" + receivers + " must be at least 1, bufferPackets="
                    + bufferPackets + " at least that and at most " + MOST_PACKETS);
        }
        this.arrivalsPerSecond = arrivalsPerSecond;
        this.servicesPerSecond = servicesPerSecond;
        this.receivers = receivers;
        this.probability = steadyState(arrivalsPerSecond / servicesPerSecond, receivers, bufferPackets);
    }

    /** Eq. 4.3.1: P(n) / P(n-1) = rho / min(n, m); scaled while it grows, then divided by the sum. */
    private static double[] steadyState(double rho, int receivers, int buffer) {
        double[] weight = new double[buffer + 1];
        weight[0] = 1;
        double sum = 1;
        for (int n = 1; n <= buffer; n++) {
            weight[n] = weight[n - 1] * rho / Math.min(n, receivers);
            sum += weight[n];
            if (weight[n] > 1e200) {
                double scale = weight[n];
                for (int i = 0; i <= n; i++) {
                    weight[i] /= scale;
                }
                sum /= scale;
            }
        }
        for (int n = 0; n <= buffer; n++) {
            weight[n] /= sum;
        }
        return weight;
    }

    /** P(n): n packets are there, 0..B. */
    public double probability(int n) {
        return n < 0 || n >= probability.length ? 0 : probability[n];
    }

    /** P(0): nothing to do. */
    public double idleProbability() {
        return probability[0];
    }

    /** P(B): a packet finds the buffer full and is lost. */
    public double lossProbability() {
        return probability[probability.length - 1];
    }

    /** E[n], those in service included (eqs. 4.2.6, 4.3.5). */
    public double meanPackets() {
        double mean = 0;
        for (int n = 1; n < probability.length; n++) {
            mean += n * probability[n];
        }
        return mean;
    }

    /** G = lambda (1 - P(B)), packets per second that get through (eqs. 4.2.10, 4.3.9). */
    public double throughputPacketsPerSecond() {
        return arrivalsPerSecond * (1 - lossProbability());
    }

    /** R = E[n] / effective arrivals, by Little's law (eq. 4.2.9). */
    public double meanResponseSeconds() {
        return meanPackets() / throughputPacketsPerSecond();
    }

    /** The share of their time that the receivers are busy; for one receiver 1 - P(0) (eq. 4.2.8). */
    public double utilisation() {
        return throughputPacketsPerSecond() / (receivers * servicesPerSecond);
    }

    public int receivers() {
        return receivers;
    }
}
