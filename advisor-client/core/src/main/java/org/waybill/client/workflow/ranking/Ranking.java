package org.waybill.client.workflow.ranking;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/**
 * The order of the options: what {@code copy} carries out before what only a script can, sure paths before doubtful
 * ones, known times before unknown ones, then the time. It is the geometric mean of P50 and P90, so that of two options
 * with about the same P50 the one of which more is known is first: one lucky transfer makes none the best. Of what
 * only a model promises no more is believed than of the best option that transfers were seen of. Times
 * within about 5 % count as equal, and then NADMA's order of protocols decides. A total order of the candidates' own
 * properties alone, so that the same facts always give the same ranking. See decision 0042.
 */
public final class Ranking {
    /** A preferred protocol is taken unless another one is this much faster. */
    static final double PREFERENCE = 1.25;

    private static final double NEAR = Math.log(1.05);

    private final List<Protocol> prefer;

    public Ranking(List<Protocol> prefer) {
        this.prefer = prefer;
    }

    /** A candidate and how long it would take. */
    public record EstimatedOption(Candidate candidate, Estimate estimate) {}

    public List<EstimatedOption> rank(List<EstimatedOption> judged) {
        return judged.stream().sorted(order(judged)).toList();
    }

    /** Whether {@code one} is forecast to be done earlier at all. */
    public static boolean isShorter(EstimatedOption one, EstimatedOption other) {
        Double seconds = riskySeconds(one.estimate());
        Double others = riskySeconds(other.estimate());
        return seconds != null && others != null && seconds < others;
    }

    /**
     * Whether {@code one} is forecast to be done markedly earlier than {@code other}, regardless of the user's
     * preference.
     */
    public static boolean isFaster(EstimatedOption one, EstimatedOption other) {
        Double seconds = riskySeconds(one.estimate());
        Double others = riskySeconds(other.estimate());
        return seconds != null && others != null && Math.log(others / seconds) > NEAR;
    }

    public boolean isPreferred(Candidate candidate) {
        return preference(candidate) < prefer.size();
    }

    private Comparator<EstimatedOption> order(List<EstimatedOption> all) {
        double[] seen = {leastSeen(all, true), leastSeen(all, false)};
        return Comparator.comparing((EstimatedOption one) -> !one.candidate().movable())
                .thenComparing(one -> !one.candidate().pathSure() && !isPreferred(one.candidate()))
                .thenComparing(one -> !one.estimate().isKnown())
                .thenComparingLong(one -> timeClass(one, seen[one.candidate().pathSure() ? 0 : 1]))
                .thenComparingInt(one -> preference(one.candidate()))
                // an extra hop costs time for certain, and brings some only perhaps
                .thenComparing(one -> one.candidate().isStaged())
                .thenComparing(one -> !isSeen(one))
                .thenComparing(one -> !one.candidate().pathSure())
                .thenComparingInt(one -> one.candidate().protocol().priority())
                .thenComparing(one -> one.candidate().tool())
                .thenComparing(one -> one.candidate().transport())
                .thenComparingInt(one -> one.candidate().streams())
                // what nothing else distinguishes is compared by all fields, so that the order is total
                .thenComparing(one -> one.candidate().toString())
                .thenComparing(one -> one.estimate().toString());
    }

    /** What P50 and P90 say together; the P50 alone where no spread is known. */
    static @Nullable Double riskySeconds(Estimate estimate) {
        Double likely = estimate.secondsP50();
        Double late = estimate.secondsP90();
        return likely == null || late == null ? likely : Double.valueOf(Math.sqrt(likely * late));
    }

    /** Whether its rate is reserved, or transfers of its own or over its path were measured: not a model only. */
    private static boolean isSeen(EstimatedOption one) {
        return one.candidate().circuit() != null || one.estimate().wasSeen();
    }

    /** The least time of those options that transfers were seen of; hops over other hosts say nothing of the path. */
    private static double leastSeen(List<EstimatedOption> all, boolean pathSure) {
        return all.stream()
                .filter(one -> one.candidate().movable()
                        && !one.candidate().isStaged()
                        && one.candidate().pathSure() == pathSure)
                .filter(Ranking::isSeen)
                .map(one -> riskySeconds(one.estimate()))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(0);
    }

    /**
     * Times in steps of 5 %: an order by "nearly equal" alone would not be transitive. What only a model promises is
     * shrunk to the best that was seen, so that no promise is ranked before it.
     */
    private long timeClass(EstimatedOption one, double leastSeen) {
        Double risky = riskySeconds(one.estimate());
        if (risky == null) {
            return 0;
        }
        double seconds = isSeen(one) ? risky : Math.max(risky, leastSeen);
        double felt = isPreferred(one.candidate()) ? seconds / PREFERENCE : seconds;
        return Math.round(Math.log(Math.max(felt, 1e-3)) / NEAR);
    }

    /** The place in the user's list; behind all of it when not named. {@code ssh} means all that runs over it. */
    private int preference(Candidate candidate) {
        int place = prefer.indexOf(candidate.protocol());
        boolean overSsh = candidate.protocol().server() == Protocol.SSH;
        if (candidate.tool() == Tool.RSYNC) {
            int rsync = prefer.indexOf(Protocol.RSYNC);
            place = rsync >= 0 ? rsync : candidate.protocol() == Protocol.RSYNC ? place : -1;
        }
        if (place < 0 && overSsh) {
            place = prefer.indexOf(Protocol.SSH);
        }
        return place < 0 ? prefer.size() : place;
    }
}
