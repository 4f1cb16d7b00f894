package org.waybill.client.workflow.ranking;

import org.waybill.client.estimate.Estimate;

/**
 * When advice is made beside a running transfer, and when the transfer changes over to another option: pure functions.
 * See decision 0224.
 */
public final class ChangeOver {
    /** The other must be done in this part of the time that is left: forecasts err, and a change costs. */
    private static final double MOST_PART = .8;
    /** Before, connections still become faster. */
    private static final double LEAST_SECONDS_MEASURED = 5;
    /** Advice takes some seconds, and a processor. */
    private static final double LEAST_SECONDS_LEFT = 30;

    private ChangeOver() {}

    /**
     * A transfer under way.
     *
     * @param allBytes -1 while still unknown
     * @param doneBytes what was there before included
     * @param movedBytes in {@code seconds}
     * @param seconds since the first of them
     */
    public record Running(long allBytes, long doneBytes, long movedBytes, double seconds) {
        /** At the rate so far; infinite where nothing moves. */
        double secondsLeft() {
            return (allBytes - doneBytes) * seconds / movedBytes;
        }

        /** Whether it has run for long enough to judge by its rate, and is not done. */
        public boolean isMeasured() {
            return seconds >= LEAST_SECONDS_MEASURED && doneBytes < allBytes;
        }
    }

    /** Whether so much time is left that advice may save some. */
    public static boolean isWorthAdvice(Running now) {
        return now.isMeasured() && now.secondsLeft() >= LEAST_SECONDS_LEFT;
    }

    /**
     * Whether another option is forecast to be done at least a fifth earlier.
     *
     * @param other its forecast for all bytes; of its P50 and P90 the geometric mean counts, as in {@link Ranking}
     * @param resumes whether it keeps what was copied; else it sends that again, too
     */
    public static boolean pays(Running now, Estimate other, boolean resumes) {
        Double all = Ranking.riskySeconds(other);
        double part = resumes ? 1 - (double) now.doneBytes() / now.allBytes() : 1;
        return all != null && now.isMeasured() && all * part <= MOST_PART * now.secondsLeft();
    }
}
