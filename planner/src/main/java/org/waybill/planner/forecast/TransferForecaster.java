package org.waybill.planner.forecast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.protocol.Protocols;

/**
 * Forecasts a transfer's time from the pair's history, or from facts of the path where there is none. A pure function:
 * the same history, question and facts give the same forecast, in any order of the history.
 *
 * <p>Only transfers of the same data class and relays count. Those of the same transport and streams are the history;
 * the others show how far this pair is from what the facts promise, which corrects the prior. Where the history does
 * not reach a volume (only small files were copied) the facts say what it does not, the band is widened by the doubt
 * that is left, and without facts no number is given. Where the history leaves most of what the facts leave open, the
 * forecast has the facts' basis and evidence, so that it is known to need better ones.
 */
public final class TransferForecaster {
    /** The newest transfers are enough: older ones have faded from every term. */
    private static final int MOST_TRANSFERS = 400;

    private static final double MOST_CORRECTION = 10;
    /** At least this part of one transfer must have been of a kind before the others correct the prior for it. */
    private static final double LEAST_WEIGHT = .1;
    /** A transfer of which a term made up no more says nothing of it: the rest of its time varies by as much. */
    private static final double LEAST_SHARE = .25;
    /** Of terms that other transfers leave at nothing: a model to start from has none of these. */
    private static final TransferTimeModel LEAST_TERMS = new TransferTimeModel(1e-3, 1e-6, 1e-12);

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
            boolean sameTransport = history(past.transport()).equals(history(query.transport()));
            (!sameTransport
                            ? otherTransports
                            : query.streams() == TransferQuery.AUTO_STREAMS || past.streams() == query.streams()
                                    ? own
                                    : otherStreams)
                    .add(past);
        }
        List<PastTransfer> strangers = otherStreams.isEmpty() ? otherTransports : otherStreams;
        ColdStart.Prior prior = prior(query, facts, strangers);
        if (!own.isEmpty()) {
            PairModel model = prior == null ? PairModel.ofHistoryAlone(own) : withPrior(prior, own);
            otherTransports.addAll(otherStreams);
            tellNews(otherTransports, own.getLast().startedAtMillis(), model);
            boolean noFacts = prior == null || prior.basis() == TransferForecast.Basis.HISTORY;
            if (noFacts && !model.speaksOf(query.bytes(), query.files())) {
                return TransferForecast.unknown();
            }
            TransferForecast made = model.forecast(query.bytes(), query.files());
            return prior == null || noFacts || model.addsToPrior(query.bytes(), query.files()) ? made : made.on(prior);
        }
        return prior == null ? TransferForecast.unknown() : cold(query, prior, strangers.size());
    }

    private static String history(String transport) {
        return Protocols.transport(transport).history();
    }

    /**
     * All options share one path: what the newest transfers by others show of a change since the option's own last one
     * holds for it too.
     */
    private static void tellNews(List<PastTransfer> others, long sinceMillis, PairModel model) {
        Map<String, List<PastTransfer>> byOption = others.stream()
                .sorted(BY_TIME)
                .collect(Collectors.groupingBy(
                        past -> past.transport() + ' ' + past.streams(), TreeMap::new, Collectors.toList()));
        PastTransfer newest = null;
        for (List<PastTransfer> option : byOption.values()) {
            PastTransfer last = option.getLast();
            List<PastTransfer> before = option.stream()
                    .filter(past -> past.startedAtMillis() <= sinceMillis)
                    .toList();
            if (!before.isEmpty()
                    && before.size() < option.size()
                    && (newest == null || BY_TIME.compare(last, newest) > 0)) {
                newest = last;
                model.hear(PairModel.ofHistoryAlone(before).newsOf(last));
            }
        }
    }

    private static PairModel withPrior(ColdStart.Prior prior, List<PastTransfer> own) {
        PairModel model = new PairModel(prior.model(), prior.evidence().priorLogSpread());
        own.forEach(model::observe);
        return model;
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
            PairModel others = PairModel.ofHistoryAlone(strangers);
            if (others.openSpread(query.bytes(), query.files()) > Evidence.UNSTEADY.priorLogSpread()) {
                return null;
            }
            TransferTimeModel seen = others.currentModel();
            return new ColdStart.Prior(
                    new TransferTimeModel(
                            Math.max(seen.setupSeconds(), LEAST_TERMS.setupSeconds()),
                            Math.max(seen.secondsPerFile(), LEAST_TERMS.secondsPerFile()),
                            Math.max(seen.secondsPerByte(), LEAST_TERMS.secondsPerByte())),
                    TransferForecast.Basis.HISTORY,
                    Evidence.UNSTEADY,
                    "other transfers of the pair");
        }
        return new ColdStart.Prior(
                corrected(byFacts.model(), facts, strangers),
                byFacts.basis(),
                byFacts.evidence(),
                byFacts.limit() + ", corrected");
    }

    /**
     * The prior at the scale of this pair's other transfers: how much longer they took than the facts promise for them,
     * for the fixed terms by those that fixed terms bound, for the rate by those that the rate bound.
     */
    private static TransferTimeModel corrected(
            TransferTimeModel promised, PathFacts facts, List<PastTransfer> strangers) {
        List<Ratio> ratios = new ArrayList<>();
        for (PastTransfer past : strangers) {
            ColdStart.Prior prior = ColdStart.of(past.asQuery(), facts);
            if (prior != null) {
                double seconds = prior.model().seconds(past.bytes(), past.files());
                double byBytes = prior.model().secondsPerByte() * past.bytes();
                ratios.add(new Ratio(past.seconds() / seconds, byBytes / seconds));
            }
        }
        ratios.sort(Comparator.comparingDouble(Ratio::value));
        double fixed = weightedMedian(ratios, ratio -> Math.max(0, 1 - ratio.rateShare() - LEAST_SHARE));
        double rate = weightedMedian(ratios, ratio -> Math.max(0, ratio.rateShare() - LEAST_SHARE));
        return new TransferTimeModel(
                promised.setupSeconds() * fixed, promised.secondsPerFile() * fixed, promised.secondsPerByte() * rate);
    }

    /** How much longer a transfer took than promised, and the share of the promise that its bytes made up. */
    private record Ratio(double value, double rateShare) {}

    /** The middle of the sorted ratios by weight, within bounds; 1 where all together weigh next to nothing. */
    private static double weightedMedian(List<Ratio> sorted, ToDoubleFunction<Ratio> weight) {
        double total = sorted.stream().mapToDouble(weight).sum();
        if (total < LEAST_WEIGHT) {
            return 1;
        }
        double passed = 0;
        for (Ratio ratio : sorted) {
            passed += weight.applyAsDouble(ratio);
            if (passed >= total / 2) {
                return Math.clamp(ratio.value(), 1 / MOST_CORRECTION, MOST_CORRECTION);
            }
        }
        return 1;
    }

    private static TransferForecast cold(TransferQuery query, ColdStart.Prior prior, int strangers) {
        double p50 = prior.model().seconds(query.bytes(), query.files());
        double p90 = p50 * ForecastBand.prior(prior.evidence()).p90Factor();
        return new TransferForecast(
                prior.basis(),
                p50,
                p90,
                query.bytes() * 8 / p50,
                "prior by " + prior.limit(),
                strangers,
                null,
                prior.evidence(),
                prior.model());
    }
}
