package org.waybill.engine.transport.plut;

/**
 * Step sizes of stochastic approximation, rho(k) = b / k^gamma with 0.5 &lt; gamma &lt; 1, so that their sum diverges
 * and the sum of their squares does not (Lu 2011, eq. 4.2.18; the same shape in eqs. 4.2.19 and 5.2.15).
 */
public final class RobbinsMonro {
    private final double gain;
    private final double exponent;
    private final double least;
    private double step;

    /** @param least steps do not shrink below this, so that a change is still followed late in a transfer */
    public RobbinsMonro(double gain, double exponent, double least) {
        if (gain <= 0 || exponent <= 0.5 || exponent >= 1) {
            throw new IllegalArgumentException(
                    "gain=" + gain + " must be positive, exponent=" + exponent + " between 0.5 and 1");
        }
        this.gain = gain;
        this.exponent = exponent;
        this.least = least;
    }

    /** The next step size. */
    public double next() {
        return Math.max(least, gain / Math.pow(++step, exponent));
    }

    /** Starts again with large steps, because what is followed has changed. */
    public void restart() {
        step = 0;
    }
}
