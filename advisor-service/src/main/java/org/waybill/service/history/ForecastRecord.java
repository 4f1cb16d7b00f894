package org.waybill.service.history;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.api.EvidenceAccuracy;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastMiss;
import org.waybill.db.history.ForecastRow;
import org.waybill.db.history.TransferRow;
import org.waybill.planner.forecast.Calibration;
import org.waybill.planner.forecast.Evidence;

/** What became of forecasts, as functions of their rows. */
final class ForecastRecord {
    private static final int WORST = 5;
    /** The evidence of forecasts that a home made from its own last copies, without the service. */
    static final String LOCAL_HISTORY = "LOCAL_HISTORY";

    /** In the order of the evidence's worth; forecasts that are older than their evidence last. */
    private static final Comparator<String> BEST_FIRST =
            Comparator.comparingInt(ForecastRecord::place).thenComparing(Comparator.naturalOrder());

    private ForecastRecord() {}

    /** The forecast of a copy that its mover forecast itself, with its outcome; to be read and not stored. */
    static ForecastRow ofMover(TransferRow transfer) {
        TransferRow.Facts facts = transfer.facts();
        Double likely = facts.forecastSecondsP50();
        Double late = facts.forecastSecondsP90();
        ForecastRow row = new ForecastRow(
                transfer.getId(),
                new ForecastRow.Facts(
                        facts.startedAt(),
                        facts.route(),
                        null,
                        null,
                        null,
                        likely == null ? 0 : likely,
                        late == null ? 0 : late,
                        ForecastBasis.HISTORY.name(),
                        "earlier copies",
                        0,
                        "",
                        LOCAL_HISTORY,
                        null),
                transfer.account());
        row.score(facts.seconds(), facts.startedAt());
        return row;
    }

    /** The track record; empty where no forecast has an outcome. */
    static Optional<Calibration> of(List<ForecastRow> rows) {
        List<Calibration.Scored> scored = rows.stream()
                .map(ForecastRecord::scored)
                .flatMap(Optional::stream)
                .toList();
        return scored.isEmpty() ? Optional.empty() : Optional.of(Calibration.of(scored));
    }

    static Optional<Calibration.Scored> scored(ForecastRow row) {
        Double outcome = row.outcomeSeconds();
        return outcome == null || outcome <= 0
                ? Optional.empty()
                : Optional.of(new Calibration.Scored(
                        row.facts().secondsP50(), row.facts().secondsP90(), outcome));
    }

    static List<EvidenceAccuracy> byEvidence(List<ForecastRow> rows) {
        Map<String, List<ForecastRow>> groups = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> row.facts().evidence(), () -> new TreeMap<>(BEST_FIRST), Collectors.toList()));
        return groups.entrySet().stream()
                .flatMap(group -> of(group.getValue()).stream()
                        .map(score -> new EvidenceAccuracy(
                                group.getKey(),
                                score.count(),
                                score.medianAbsoluteErrorPercent(),
                                score.biasPercent(),
                                score.p90CoveragePercent(),
                                group.getValue().stream()
                                        .filter(row -> scored(row).isPresent())
                                        .mapToDouble(row -> Math.abs(logError(row)))
                                        .average()
                                        .orElseThrow())))
                .toList();
    }

    private static int place(String evidence) {
        for (Evidence known : Evidence.values()) {
            if (known.name().equals(evidence)) {
                return known.ordinal();
            }
        }
        return Evidence.values().length;
    }

    /** Those that were farthest off by ratio, too long or too short, worst first. */
    static List<ForecastRow> worst(List<ForecastRow> rows) {
        return rows.stream()
                .filter(row -> scored(row).isPresent())
                .sorted(Comparator.comparingDouble((ForecastRow row) -> -Math.abs(logError(row)))
                        .thenComparing(ForecastRow::getId))
                .limit(WORST)
                .toList();
    }

    static ForecastMiss miss(ForecastRow row, String cause) {
        ForecastRow.Facts facts = row.facts();
        Double outcome = row.outcomeSeconds();
        return new ForecastMiss(
                facts.route().sourceHost(),
                facts.route().destinationHost(),
                facts.route().transport(),
                facts.madeAt(),
                facts.route().bytes(),
                facts.secondsP50(),
                facts.secondsP90(),
                outcome == null ? 0 : outcome,
                facts.evidence(),
                facts.predictor(),
                cause);
    }

    private static double logError(ForecastRow row) {
        return scored(row).map(one -> Math.log(one.actual() / one.p50())).orElse(0.0);
    }

    /** ln of how much longer the transfer took than its method said, before past outcomes set the band. */
    static double logResidual(ForecastRow row) {
        Double outcome = row.outcomeSeconds();
        Double said = row.facts().modelSeconds();
        return outcome == null || said == null ? 0 : Math.log(outcome / said);
    }

    /** How much longer than forecast transfers took, by the middle one; null where none has an outcome. */
    static @Nullable Double middleRatio(List<ForecastRow> rows) {
        double[] ratios = rows.stream()
                .map(ForecastRecord::scored)
                .flatMap(Optional::stream)
                .mapToDouble(one -> one.actual() / one.p50())
                .sorted()
                .toArray();
        return ratios.length == 0 ? null : ratios[ratios.length / 2];
    }
}
