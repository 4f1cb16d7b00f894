package org.waybill.client.workflow.ranking;

import org.jspecify.annotations.Nullable;
import org.waybill.api.ForecastBasis;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.Security;
import org.waybill.protocol.Protocol;

/**
 * Which option may be tried in place of the first, to learn its time: pure functions. The first must have transfers
 * between the same hosts, and the other none, so that its time may be much shorter than its forecast says. Only short
 * transfers are tried, and what they may cost is bounded by bytes. See decision 0284.
 */
public final class Exploration {
    /** No more than this share of all bytes that are copied by advice is copied by options that are tried. */
    public static final double MOST_SHARE = .02;
    /** Its time must possibly be this part of the first's. */
    private static final double LEAST_GAIN = .8;
    /** Neither may take longer. */
    private static final double LONGEST_SECONDS = 60;

    private Exploration() {}

    /**
     * What was copied by advice.
     *
     * @param bytes by all options
     * @param exploredBytes of these, by options that were tried; also those of trials that failed
     */
    public record Past(long bytes, long exploredBytes) {
        public static final Past NOTHING = new Past(0, 0);

        /** Whether a job of this size keeps to the bound, even if the trial fails and all is copied once more. */
        public boolean allows(long job) {
            return job > 0 && exploredBytes + job <= MOST_SHARE * bytes;
        }
    }

    /** Whether an option is worth a trial in place of the first. */
    public static boolean isWorth(Ranking.EstimatedOption one, Ranking.EstimatedOption first) {
        Estimate known = first.estimate();
        Double expected = known.secondsP50();
        return known.basis() == ForecastBasis.HISTORY
                && expected != null
                && one.estimate().isKnown()
                && one.estimate().basis() != ForecastBasis.HISTORY
                && latestSeconds(known) <= LONGEST_SECONDS
                && latestSeconds(one.estimate()) <= LONGEST_SECONDS
                && hopedSeconds(one.estimate()) <= LEAST_GAIN * expected
                && isPlain(first.candidate())
                && isHarmless(one.candidate(), first.candidate());
    }

    /** By the band's other side: one time in ten it takes no longer. Infinite for an unknown time. */
    public static double hopedSeconds(Estimate estimate) {
        Double likely = estimate.secondsP50();
        return likely == null ? Double.POSITIVE_INFINITY : likely / estimate.p90Factor();
    }

    /** P90; the P50 where no spread is known, infinite for an unknown time. */
    public static double latestSeconds(Estimate estimate) {
        @Nullable Double late = estimate.secondsP90() == null ? estimate.secondsP50() : estimate.secondsP90();
        return late == null ? Double.POSITIVE_INFINITY : late;
    }

    /** The same data, to the same place, no less protected, by {@code copy} itself and no one else's leave. */
    private static boolean isHarmless(Candidate one, Candidate first) {
        Security security = Security.of(one);
        return isPlain(one) && (security.protectsData() || security == Security.of(first));
    }

    private static boolean isPlain(Candidate one) {
        return one.movable()
                && one.protocol() != Protocol.SRM
                && one.pathSure()
                && !one.isStaged()
                && !one.isByDatagrams()
                && one.via().isEmpty()
                && one.circuit() == null
                && one.replica() == null;
    }
}
