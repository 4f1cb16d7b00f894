package org.waybill.planner.forecast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts a transfer's time from the pair's history, or from facts of the path where there is none. A pure function:
 * the same history, question and facts give the same forecast, in whatever order the history comes.
 *
 * <p>Only transfers of the same data class and relays count. Those of the same transport and streams are the history;
 * the others tell how far this pair lies from what the facts promise, which corrects the prior.
 */
public final class TransferForecaster {
    /** The newest transfers are enough: older ones have faded from every term. */
    private static final int MOST_TRANSFERS = 400;
    private static final double STRANGERS_LOG_SPREAD = .5;
    private static final double NORMAL_P90 = 1.2816;
    private static final double MOST_CORRECTION = 10;

    private static final Comparator<PastTransfer> BY_TIME = Comparator.comparingLong(PastTransfer::startedAtMillis)
            .thenComparingDouble(PastTransfer::seconds)
            .thenComparingLong(PastTransfer::bytes)
            .thenComparingLong(PastTransfer::files)
            .thenComparing(PastTransfer::transport)
            .thenComparingInt(PastTransfer::streams);

    private TransferForecaster() {}

    /**
     * The forecast for {@code query}.
     *
     * @param history successful transfers of the pair, of any transport, relays and data class, in any order
     * @param facts what is known of the path now
     */
    public static TransferForecast forecast(List<PastTransfer> history, TransferQuery query, PathFacts facts) {
        List<PastTransfer> own = new ArrayList<>();
        List<PastTransfer> otherStreams = new ArrayList<>();
        List<PastTransfer> otherTransports = new ArrayList<>();
        for (PastTransfer past : inOrder(history, query)) {
            boolean sameTransport = past.transport().equals(query.transport());
            (!sameTransport ? otherTransports : past.streams() == query.streams() ? own : otherStreams).add(past);
        }
        List<PastTransfer> strangers = otherStreams.isEmpty() ? otherTransports : otherStreams;
        ColdStart.Prior prior = prior(query, facts, strangers);
        if (!own.isEmpty()) {
            PairModel model = new PairModel(prior == null ? PairModel.scaleOf(own) : prior.model());
            own.forEach(model::observe);
            return model.forecast(query.bytes(), query.files());
        }
        return prior == null ? TransferForecast.unknown() : cold(query, prior, strangers.size());
    }

    private static List<PastTransfer> inOrder(List<PastTransfer> history, TransferQuery query) {
        List<PastTransfer> ordered = new ArrayList<>();
        for (PastTransfer past : history) {
            if (past.dataClass() == query.dataClass() && past.via().equals(query.via())) {
                ordered.add(past);
            }
        }
        ordered.sort(BY_TIME);
        return ordered.subList(Math.max(0, ordered.size() - MOST_TRANSFERS), ordered.size());
    }

    private static ColdStart.@Nullable Prior prior(TransferQuery query, PathFacts facts, List<PastTransfer> strangers) {
        ColdStart.Prior byFacts = ColdStart.of(query, facts);
        if (strangers.isEmpty()) {
            return byFacts;
        }
        if (byFacts == null) {
            PairModel others = new PairModel(PairModel.scaleOf(strangers));
            strangers.forEach(others::observe);
            return new ColdStart.Prior(others.currentModel(), TransferForecast.Basis.HISTORY, STRANGERS_LOG_SPREAD,
                    "other transfers of the pair");
        }
        double correction = correction(facts, strangers);
        return new ColdStart.Prior(byFacts.model().scaledBy(correction), byFacts.basis(), byFacts.logSpread(),
                byFacts.limit() + ", corrected");
    }

    /** How much longer this pair's other transfers took than the facts promise for them: the median ratio. */
    private static double correction(PathFacts facts, List<PastTransfer> strangers) {
        List<Double> ratios = new ArrayList<>();
        for (PastTransfer past : strangers) {
            ColdStart.Prior promised = ColdStart.of(past.asQuery(), facts);
            if (promised != null) {
                ratios.add(past.seconds() / promised.model().seconds(past.bytes(), past.files()));
            }
        }
        if (ratios.isEmpty()) {
            return 1;
        }
        ratios.sort(Comparator.naturalOrder());
        double median = ratios.get(ratios.size() / 2);
        return Math.clamp(median, 1 / MOST_CORRECTION, MOST_CORRECTION);
    }

    private static TransferForecast cold(TransferQuery query, ColdStart.Prior prior, int strangers) {
        double p50 = prior.model().seconds(query.bytes(), query.files());
        double p90 = p50 * Math.exp(NORMAL_P90 * prior.logSpread());
        return new TransferForecast(prior.basis(), p50, p90, query.bytes() * 8 / p50, "prior by " + prior.limit(),
                strangers, null, prior.model());
    }
}
