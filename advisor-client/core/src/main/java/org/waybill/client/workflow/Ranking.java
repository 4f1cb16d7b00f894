package org.waybill.client.workflow;

import java.util.Comparator;
import java.util.List;
import org.waybill.api.Protocol;
import org.waybill.client.discovery.ProtocolSupport;
import org.waybill.client.estimate.Estimate;

/**
 * The order of the ways: forecast time to completion, known times before unknown ones, sure paths before doubtful ones.
 * Times within about 5 % count as equal, and then NADMA's order of protocols decides. A total order of the candidates'
 * own properties alone, so that the same facts always give the same ranking. See decision 0042.
 */
final class Ranking {
    /** A preferred protocol is taken unless another one is this much faster. */
    static final double PREFERENCE = 1.25;
    private static final double NEAR = Math.log(1.05);

    private final List<Protocol> prefer;

    Ranking(List<Protocol> prefer) {
        this.prefer = prefer;
    }

    /** A candidate and how long it would take. */
    record EstimatedOption(Candidate candidate, Estimate estimate) {}

    List<EstimatedOption> rank(List<EstimatedOption> judged) {
        return judged.stream().sorted(order()).toList();
    }

    /** Whether {@code one} is forecast to be done markedly earlier than {@code other}, whatever the user prefers. */
    static boolean isFaster(EstimatedOption one, EstimatedOption other) {
        Double seconds = one.estimate().secondsP50();
        Double others = other.estimate().secondsP50();
        return seconds != null && others != null && Math.log(others / seconds) > NEAR;
    }

    boolean isPreferred(Candidate candidate) {
        return preference(candidate) < prefer.size();
    }

    private Comparator<EstimatedOption> order() {
        return Comparator.comparing((EstimatedOption one) -> !one.candidate().pathSure()
                && !isPreferred(one.candidate()))
                .thenComparing(one -> !one.estimate().isKnown())
                .thenComparingLong(this::timeClass)
                .thenComparingInt(one -> preference(one.candidate()))
                .thenComparing(one -> !one.candidate().pathSure())
                // an extra hop costs time for certain, and brings some only perhaps
                .thenComparing(one -> one.candidate().isStaged())
                .thenComparingInt(one -> ProtocolSupport.of(one.candidate().protocol()).priority())
                .thenComparing(one -> !one.candidate().movable())
                .thenComparing(one -> one.candidate().tool())
                .thenComparing(one -> one.candidate().transport())
                .thenComparingInt(one -> one.candidate().streams())
                // what is left apart by nothing that matters is told apart by everything, so that the order is total
                .thenComparing(one -> one.candidate().toString())
                .thenComparing(one -> one.estimate().toString());
    }

    /** Times in steps of 5 %: an order by "nearly equal" alone would not be transitive. */
    private long timeClass(EstimatedOption one) {
        Double seconds = one.estimate().secondsP50();
        if (seconds == null) {
            return 0;
        }
        double felt = isPreferred(one.candidate()) ? seconds / PREFERENCE : seconds;
        return Math.round(Math.log(Math.max(felt, 1e-3)) / NEAR);
    }

    /** The place in the user's list; behind all of it when not named. {@code ssh} stands for whatever runs over it. */
    private int preference(Candidate candidate) {
        int place = prefer.indexOf(candidate.protocol());
        boolean overSsh = candidate.protocol() == Protocol.SFTP || candidate.protocol() == Protocol.SCP;
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
