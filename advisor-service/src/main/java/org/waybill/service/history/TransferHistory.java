package org.waybill.service.history;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastQuery;
import org.waybill.api.Measurement;
import org.waybill.api.PairHistory;
import org.waybill.api.TransferOutcome;
import org.waybill.db.history.ForecastRow;
import org.waybill.db.history.Forecasts;
import org.waybill.db.history.MeasurementRow;
import org.waybill.db.history.Measurements;
import org.waybill.db.history.Route;
import org.waybill.db.history.TransferRow;
import org.waybill.db.history.Transfers;
import org.waybill.planner.forecast.Calibration;
import org.waybill.planner.forecast.PathFacts;
import org.waybill.planner.forecast.TransferForecast;
import org.waybill.planner.forecast.TransferForecaster;
import org.waybill.service.Checks;

/** Remembers transfers and measurements, forecasts from them, and keeps the score of its forecasts. */
public final class TransferHistory {
    private static final int MOST_QUERIES = 256;
    static final int MOST_RECORDS = 1_000;
    private static final int MOST_PAST = 400;
    private static final int MOST_MEASUREMENTS = 50;
    private static final int MOST_SCORED = 200;

    private final Transfers transfers;
    private final Measurements measurements;
    private final Forecasts forecasts;
    private final TransactionTemplate transaction;
    private final Clock clock;

    TransferHistory(Transfers transfers, Measurements measurements, Forecasts forecasts,
            TransactionTemplate transaction, Clock clock) {
        this.transfers = transfers;
        this.measurements = measurements;
        this.forecasts = forecasts;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** What the history says of a pair of hosts and a storage class, read once for all queries of a call. */
    private record Known(List<TransferRow> successes, List<MeasurementRow> measured, Optional<Calibration> score) {}

    private record Pair(String source, String destination, String storage) {}

    /** Forecasts in the order asked; those with a number are stored. */
    public List<Forecast> forecast(List<ForecastQuery> queries) {
        Checks.atMost("queries", queries.size(), MOST_QUERIES);
        List<Route> routes = queries.stream().map(RowMapping::route).toList();
        Instant now = clock.instant();
        List<Forecast> answers = transaction.execute(_ -> {
            Map<Pair, Known> known = new HashMap<>();
            List<ForecastRow> stored = new ArrayList<>();
            List<Forecast> made = new ArrayList<>();
            for (int i = 0; i < routes.size(); i++) {
                Route route = routes.get(i);
                Known pair = known.computeIfAbsent(
                        new Pair(route.sourceHost(), route.destinationHost(), route.storage()), this::read);
                made.add(forecast(queries.get(i), route, pair, now, stored));
            }
            forecasts.saveAll(stored);
            return List.copyOf(made);
        });
        return answers == null ? List.of() : answers;
    }

    private Known read(Pair pair) {
        return new Known(transfers.successes(pair.source(), pair.destination(), pair.storage(), Limit.of(MOST_PAST)),
                measurements.newest(pair.source(), pair.destination(), Limit.of(MOST_MEASUREMENTS)),
                score(pair.source(), pair.destination()));
    }

    private Forecast forecast(ForecastQuery query, Route route, Known known, Instant now, List<ForecastRow> stored) {
        PathFacts facts = PlannerInputs.facts(query, known.measured(), now);
        TransferForecast planned = TransferForecaster.forecast(PlannerInputs.past(known.successes()),
                PlannerInputs.query(route), facts);
        Double p50 = planned.secondsP50();
        Double p90 = planned.secondsP90();
        String id = "";
        if (p50 != null && p90 != null) {
            id = UUID.randomUUID().toString();
            stored.add(new ForecastRow(id, new ForecastRow.Facts(now, route, facts.rttMillis(),
                    facts.bottleneckBitsPerSecond(), facts.lossRatio(), p50, p90, planned.basis().name(),
                    planned.predictor(), planned.samples(), PlannerInputs.described(known.successes(), facts))));
        }
        Double pastError = known.score().map(Calibration::medianAbsoluteErrorPercent)
                .orElse(planned.pastMedianErrorPercent());
        return new Forecast(id, p50, p90, planned.goodputBitsPerSecond(),
                ForecastBasis.valueOf(planned.basis().name()), planned.predictor(), planned.samples(), pastError);
    }

    private Optional<Calibration> score(String source, String destination) {
        List<Calibration.Scored> scored = new ArrayList<>();
        for (ForecastRow row : forecasts.scored(source, destination, Limit.of(MOST_SCORED))) {
            Double outcome = row.outcomeSeconds();
            if (outcome != null && outcome > 0) {
                scored.add(new Calibration.Scored(row.facts().secondsP50(), row.facts().secondsP90(), outcome));
            }
        }
        return scored.isEmpty() ? Optional.empty() : Optional.of(Calibration.of(scored));
    }

    /** Adds transfers; those known by their ids are left alone, whoever adds them, and how often. */
    public void recordTransfers(List<TransferOutcome> outcomes) {
        addTransfers(outcomes);
    }

    /** As {@link #recordTransfers}; says how many were new. */
    int addTransfers(List<TransferOutcome> outcomes) {
        Checks.atMost("transfers", outcomes.size(), MOST_RECORDS);
        return addOnce(outcomes.stream().map(RowMapping::row).toList(), this::addNewTransfers);
    }

    /** Adds rows in one transaction; says how many were new. */
    private <R> int addOnce(List<R> rows, ToIntFunction<List<R>> add) {
        try {
            return add.applyAsInt(rows);
        } catch (DataIntegrityViolationException _) {
            // somebody adds the same ones just now: one by one, each of us adds what the other did not
            return rows.stream().mapToInt(row -> addAlone(row, add)).sum();
        }
    }

    private static <R> int addAlone(R row, ToIntFunction<List<R>> add) {
        try {
            return add.applyAsInt(List.of(row));
        } catch (DataIntegrityViolationException _) {
            return 0; // the other was first with this one
        }
    }

    private int addNewTransfers(List<TransferRow> rows) {
        Integer added = transaction.execute(_ -> {
            Set<String> known = new HashSet<>(
                    rows.isEmpty() ? Set.of() : transfers.known(rows.stream().map(TransferRow::getId).toList()));
            int count = 0;
            for (TransferRow row : rows) {
                if (known.add(row.getId())) {
                    transfers.save(row);
                    score(row);
                    count++;
                }
            }
            return count;
        });
        return added == null ? 0 : added;
    }

    private int addNewMeasurements(List<MeasurementRow> rows) {
        Integer added = transaction.execute(_ -> {
            Set<String> known = new HashSet<>(rows.isEmpty() ? Set.of()
                    : measurements.known(rows.stream().map(MeasurementRow::fingerprint).toList()));
            List<MeasurementRow> fresh = rows.stream().filter(row -> known.add(row.fingerprint())).toList();
            measurements.saveAll(fresh);
            return fresh.size();
        });
        return added == null ? 0 : added;
    }

    /** A forecast is scored by the whole transfer that it was made for: not by a failed or a resumed one. */
    private void score(TransferRow row) {
        @Nullable String forecastId = row.facts().forecastId();
        if (forecastId != null && row.facts().status().equals("OK") && row.facts().resumedBytes() == 0
                && row.facts().seconds() > 0) {
            forecasts.findById(forecastId).filter(made -> samePair(made.facts().route(), row.facts().route()))
                    .ifPresent(made -> made.score(row.facts().seconds(), clock.instant()));
        }
    }

    private static boolean samePair(Route forecast, Route transfer) {
        return forecast.sourceHost().equals(transfer.sourceHost())
                && forecast.destinationHost().equals(transfer.destinationHost());
    }

    /** Adds measurements; the same one is kept once. */
    public void recordMeasurements(List<Measurement> measured) {
        addMeasurements(measured);
    }

    /** As {@link #recordMeasurements}; says how many were new. */
    int addMeasurements(List<Measurement> measured) {
        Checks.atMost("measurements", measured.size(), MOST_RECORDS);
        return addOnce(measured.stream().map(RowMapping::row).toList(), this::addNewMeasurements);
    }

    /** The newest of a pair, and how good the forecasts for it were. */
    public PairHistory history(String sourceHost, String destinationHost, int limit) {
        Checks.between("limit", limit, 1, MOST_RECORDS);
        String source = anyHost("sourceHost", sourceHost);
        String destination = anyHost("destinationHost", destinationHost);
        List<TransferOutcome> moved = transfers.newest(source, destination, Limit.of(limit)).stream()
                .map(RowMapping::outcome).toList();
        List<Measurement> measured = measurements.newest(source, destination, Limit.of(limit)).stream()
                .map(RowMapping::measurement).toList();
        Optional<Calibration> score = score(source, destination);
        return new PairHistory(sourceHost, destinationHost, moved, measured, score.map(Calibration::count).orElse(0),
                score.map(Calibration::medianAbsoluteErrorPercent).orElse(null),
                score.map(Calibration::p90CoveragePercent).orElse(null));
    }

    private static String anyHost(String name, String host) {
        return host.isBlank() ? "" : RowMapping.host(name, host);
    }
}
