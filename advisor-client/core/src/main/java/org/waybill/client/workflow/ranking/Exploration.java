package org.waybill.client.workflow.ranking;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ForecastBasis;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.Security;

/**
 * Which option is tried now and then in place of the first, to learn its time: pure functions. The first must have
 * transfers between the same hosts, and the other none that count, so that its time may be much shorter than its
 * forecast says. What it may cost is bounded by bytes.
 */
public final class Exploration {
    /** No more than this share of all bytes between two hosts is copied by options that are tried. */
    public static final double MOST_SHARE = .02;
    /** Its time must possibly be this part of the first's. */
    private static final double LEAST_GAIN = .8;
    /** A try that is allowed is made with this probability, so that it does not always fall on the same job. */
    private static final double PROBABILITY = .25;

    private Exploration() {}

    /**
     * What was copied between the two hosts.
     *
     * @param bytes of all that is known
     * @param exploredBytes of these, by options that were tried
     */
    public record Past(long bytes, long exploredBytes) {
        /** Whether a job of this size, tried by another option, keeps to the bound. */
        boolean allows(long job) {
            return exploredBytes + job <= MOST_SHARE * (bytes + job);
        }
    }

    /**
     * The option to try; mostly empty.
     *
     * @param ranked as {@link Ranking} orders them
     * @param job bytes to be copied
     */
    public static Optional<Ranking.EstimatedOption> choose(
            List<Ranking.EstimatedOption> ranked, Past past, long job, RandomGenerator random) {
        if (ranked.isEmpty() || job <= 0 || !past.allows(job)) {
            return Optional.empty();
        }
        Ranking.EstimatedOption first = ranked.getFirst();
        List<Ranking.EstimatedOption> worth =
                ranked.stream().filter(one -> isWorth(one, first)).toList();
        return worth.isEmpty() || random.nextDouble() >= PROBABILITY
                ? Optional.empty()
                : Optional.of(worth.get(random.nextInt(worth.size())));
    }

    private static boolean isWorth(Ranking.EstimatedOption one, Ranking.EstimatedOption first) {
        Estimate known = first.estimate();
        Double hoped = atBest(one.estimate());
        return known.basis() == ForecastBasis.HISTORY
                && known.secondsP50() != null
                && one.estimate().basis() != ForecastBasis.HISTORY
                && hoped != null
                && hoped <= LEAST_GAIN * known.secondsP50()
                && isHarmless(one.candidate(), first.candidate());
    }

    /** By the band's other side: one time in ten it takes no longer. */
    private static @Nullable Double atBest(Estimate estimate) {
        Double likely = estimate.secondsP50();
        Double late = estimate.secondsP90();
        return likely == null || late == null || late <= 0 ? likely : Double.valueOf(likely * likely / late);
    }

    /** The same data, to the same place, no less protected, by {@code copy} itself and no one else's leave. */
    private static boolean isHarmless(Candidate one, Candidate first) {
        Security security = Security.of(one);
        return one.movable()
                && one.pathSure()
                && !one.isStaged()
                && !one.isByDatagrams()
                && one.via().isEmpty()
                && one.circuit() == null
                && one.replica() == null
                && (security.protectsData() || security == Security.of(first));
    }
}
