package org.waybill.client.workflow.ranking;

import org.jspecify.annotations.Nullable;
import org.waybill.client.estimate.Estimate;

/** When a copy that is under way goes on by another option. */
public final class ChangeOver {
    /** The other must be done in this part of the time that is left: forecasts err, and a change costs. */
    private static final double MOST_PART = .8;

    private ChangeOver() {}

    /**
     * A copy under way.
     *
     * @param bitsPerSecond of late; 0 where nothing moves
     */
    public record Running(long allBytes, long doneBytes, double bitsPerSecond) {
        double secondsLeft() {
            return bitsPerSecond > 0 ? 8 * (allBytes - doneBytes) / bitsPerSecond : Double.POSITIVE_INFINITY;
        }
    }

    /**
     * Whether another option is forecast to be done at least a fifth earlier.
     *
     * @param other its forecast for all bytes; of its P50 and P90 the geometric mean counts, as in {@link Ranking}
     * @param takesOver whether it goes on with the partial data that are there; one that does not begins again
     */
    public static boolean pays(Running now, Estimate other, boolean takesOver) {
        @Nullable Double all = Ranking.riskySeconds(other);
        if (all == null || now.doneBytes() >= now.allBytes()) {
            return false;
        }
        double part = takesOver ? 1 - (double) now.doneBytes() / now.allBytes() : 1;
        return all * part <= MOST_PART * now.secondsLeft();
    }
}
