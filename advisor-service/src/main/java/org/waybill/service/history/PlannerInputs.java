package org.waybill.service.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ForecastQuery;
import org.waybill.api.Quantity;
import org.waybill.api.TransferOutcome;
import org.waybill.db.history.MeasurementRow;
import org.waybill.db.history.Route;
import org.waybill.db.history.TransferRow;
import org.waybill.planner.forecast.DataClass;
import org.waybill.planner.forecast.Evidence;
import org.waybill.planner.forecast.PastTransfer;
import org.waybill.planner.forecast.PathFacts;
import org.waybill.planner.forecast.TransferForecast;
import org.waybill.planner.forecast.TransferQuery;
import org.waybill.service.InputChecks;

/** What the planner is given, made of rows and questions; pure functions. */
final class PlannerInputs {
    /** A path older than this may be another one. */
    private static final Duration FRESH = Duration.ofDays(7);

    private PlannerInputs() {}

    /** The past transfers that say something about time: not empty, not instant, not there already for the most part. */
    static List<PastTransfer> past(List<TransferRow> successes) {
        return successes.stream()
                .map(TransferRow::facts)
                .filter(facts -> facts.seconds() > 0
                        && TransferOutcome.movedMost(facts.route().bytes(), facts.resumedBytes()))
                .map(facts -> new PastTransfer(
                        facts.startedAt().toEpochMilli(),
                        facts.route().transport(),
                        facts.route().via(),
                        facts.route().streams(),
                        DataClass.valueOf(facts.route().storage()),
                        facts.route().bytes() - facts.resumedBytes(),
                        facts.route().files(),
                        facts.seconds()))
                .toList();
    }

    static boolean showsThePath(TransferRow transfer) {
        Route route = transfer.facts().route();
        return TransferOutcome.showsThePath(
                route.transport(), route.via(), transfer.facts().causeCode());
    }

    /** Whether it can be compared with a forecast: not a failed or a resumed one, nor one that was held to a rate. */
    static boolean scoresForecast(TransferRow transfer) {
        TransferRow.Facts facts = transfer.facts();
        return facts.status().equals("OK")
                && facts.resumedBytes() == 0
                && facts.seconds() > 0
                && showsThePath(transfer);
    }

    static TransferQuery query(Route route) {
        return new TransferQuery(
                route.transport(),
                route.via(),
                route.streams(),
                DataClass.valueOf(route.storage()),
                route.bytes(),
                route.files());
    }

    /** What the caller measured now, else what was measured of the pair lately. */
    static PathFacts facts(ForecastQuery query, Function<Quantity, @Nullable Double> measured) {
        Double rtt = known(query.rttMillis(), measured, Quantity.RTT);
        Double bottleneck = query.bottleneckBitsPerSecond();
        if (bottleneck == null) {
            bottleneck = known(null, measured, Quantity.AVAILABLE_BANDWIDTH);
        }
        bottleneck = known(bottleneck, measured, Quantity.BOTTLENECK_BANDWIDTH);
        Double loss = known(query.lossRatio(), measured, Quantity.LOSS_RATIO);
        try {
            return PathFacts.probed(rtt, loss, bottleneck).withEnds(query.endSetupSeconds(), query.endBitsPerSecond());
        } catch (IllegalArgumentException e) {
            throw InputChecks.bad(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The planner's forecast where the option's past speaks, else what the asker's own measurements promise: it knows
     * congestion control and connections of each option. Where transfers by other options are all that is known, what
     * they correct our model by corrects the asker's too.
     *
     * @param model the planner's forecast by the same facts without any history
     */
    static TransferForecast withEstimate(ForecastQuery query, TransferForecast planned, TransferForecast model) {
        Double estimated = query.estimatedSeconds();
        Evidence evidence = evidence(query.evidence());
        boolean corrected = planned.samples() > 0 && !evidence.wasSeen();
        Double with = planned.secondsP50();
        Double without = model.secondsP50();
        boolean unmodelled = corrected && (with == null || without == null);
        if (estimated == null || planned.evidence() == Evidence.HISTORY || unmodelled) {
            return planned;
        }
        if (!(estimated > 0 && estimated < Double.POSITIVE_INFINITY)) {
            throw InputChecks.bad(
                    "estimatedSeconds=" + estimated + " is invalid: expected more than 0, or null if unknown");
        }
        double seconds = corrected && with != null && without != null ? estimated * with / without : estimated;
        return new TransferForecast(
                evidence.wasProbed() ? TransferForecast.Basis.PROBE : TransferForecast.Basis.MODEL,
                seconds,
                seconds,
                query.bytes() * 8 / seconds,
                corrected ? "asker's measurements, corrected" : "asker's measurements",
                corrected ? planned.samples() : 0,
                null,
                evidence,
                null);
    }

    private static Evidence evidence(@Nullable String name) {
        return InputChecks.constant(Evidence.class, name == null ? Evidence.NONE.name() : name)
                .orElseThrow(() -> InputChecks.bad("invalid evidence '" + InputChecks.printable(String.valueOf(name))
                        + "': expected one of " + InputChecks.choices(Evidence.class)));
    }

    private static @Nullable Double known(
            @Nullable Double given, Function<Quantity, @Nullable Double> measured, Quantity quantity) {
        return given != null ? given : measured.apply(quantity);
    }

    /** What was measured of a quantity lately and can be; the newest first. */
    static List<MeasurementRow> fresh(List<MeasurementRow> newestFirst, Quantity quantity, Instant now) {
        return newestFirst.stream()
                .filter(row -> row.facts().quantity().equals(quantity.name()))
                .filter(row -> row.facts().measuredAt().isAfter(now.minus(FRESH)))
                .filter(row -> quantity == Quantity.LOSS_RATIO
                        ? row.facts().value() <= 1
                        : row.facts().value() > 0)
                .toList();
    }

    /** One line of what a forecast was based on, so that it can be made again from the stored history. */
    static String described(List<TransferRow> successes, PathFacts facts) {
        String newest = successes.isEmpty() ? "none" : successes.getFirst().getId();
        return String.format(
                Locale.ROOT,
                "transfers=%d newest=%s rttMillis=%s bottleneckBitsPerSecond=%s lossRatio=%s",
                successes.size(),
                newest,
                facts.rttMillis(),
                facts.bottleneckBitsPerSecond(),
                facts.lossRatio());
    }
}
