package org.waybill.service.history;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastMiss;
import org.waybill.api.ForecastQuery;
import org.waybill.api.HistoryAccount;
import org.waybill.api.Measurement;
import org.waybill.api.PairHistory;
import org.waybill.api.TransferOutcome;
import org.waybill.db.history.ForecastRow;
import org.waybill.db.history.Forecasts;
import org.waybill.db.history.MeasurementRow;
import org.waybill.db.history.Measurements;
import org.waybill.db.history.Route;
import org.waybill.db.history.Runnings;
import org.waybill.db.history.TransferRow;
import org.waybill.db.history.Transfers;
import org.waybill.planner.forecast.Calibration;
import org.waybill.planner.forecast.Evidence;
import org.waybill.planner.forecast.ForecastBand;
import org.waybill.planner.forecast.PathFacts;
import org.waybill.planner.forecast.TransferForecast;
import org.waybill.planner.forecast.TransferForecaster;
import org.waybill.service.InputChecks;
import org.waybill.service.account.AuditLog;
import org.waybill.service.account.AuditSubject;
import org.waybill.service.account.Caller;

/** Remembers transfers and measurements, forecasts from them, and keeps the score of its forecasts. */
public record TransferHistory(
        Transfers transfers,
        Measurements measurements,
        Forecasts forecasts,
        Runnings runnings,
        AuditLog audit,
        OutlierFilter believed,
        TransferMetrics metrics,
        TransactionTemplate transaction,
        Clock clock) {
    private static final int MOST_QUERIES = 256;
    static final int MOST_RECORDS = 1_000;
    private static final int MOST_PAST = 400;
    private static final int MOST_OF_EACH = 100;
    private static final int MOST_MEASUREMENTS = 50;
    private static final int MOST_SCORED = 200;
    static final int DAYS_UNSCORED = 30;
    /** Of {@link #MOST_RECORDS} at a time: what an earlier version has left goes little by little. */
    private static final int MOST_BATCHES = 50;

    /** What the history says of a pair of hosts and a storage class, read once for all queries of a call. */
    private record Known(List<TransferRow> successes, List<MeasurementRow> measured, Optional<Calibration> score) {}

    private record Pair(String source, String destination, String storage) {}

    /**
     * Forecasts in the order asked; those with a number are stored.
     *
     * @param account who asks: what it added itself counts more than what others did
     */
    public List<Forecast> forecast(List<ForecastQuery> queries, String account) {
        InputChecks.atMost("queries", queries.size(), MOST_QUERIES);
        List<Route> routes = queries.stream().map(RowMapping::route).toList();
        Instant now = clock.instant();
        return transaction.execute(_ -> {
            Map<Pair, Known> known = new HashMap<>();
            Map<Evidence, ForecastBand> bands = new EnumMap<>(Evidence.class);
            List<ForecastRow> stored = new ArrayList<>();
            List<Forecast> made = new ArrayList<>();
            for (int i = 0; i < routes.size(); i++) {
                Route route = routes.get(i);
                Known pair = known.computeIfAbsent(
                        new Pair(route.sourceHost(), route.destinationHost(), route.storage()),
                        of -> read(of, account));
                made.add(forecast(
                        queries.get(i),
                        route,
                        pair,
                        account,
                        now,
                        stored,
                        evidence -> bands.computeIfAbsent(evidence, of -> band(of, account))));
            }
            forecasts.saveAll(stored);
            return List.copyOf(made);
        });
    }

    /**
     * Forgets forecasts of which no outcome came within {@value #DAYS_UNSCORED} days: each advice asks for dozens, and at
     * most one is scored.
     */
    public void forgetUnscored() {
        Instant before = clock.instant().minus(Duration.ofDays(DAYS_UNSCORED));
        for (int batch = 0; batch < MOST_BATCHES; batch++) {
            List<String> old = forecasts.unscored(before, Limit.of(MOST_RECORDS));
            forecasts.deleteAllByIdInBatch(old);
            if (old.size() < MOST_RECORDS) {
                return;
            }
        }
    }

    private Known read(Pair pair, String account) {
        List<TransferRow> moved =
                transfers.successes(pair.source(), pair.destination(), pair.storage(), Limit.of(MOST_PAST));
        if (moved.size() == MOST_PAST) { // there may be older ones of accounts that these crowd out
            moved = union(
                    moved,
                    transfers.successesOfEach(pair.source(), pair.destination(), pair.storage(), MOST_OF_EACH),
                    TransferRow::getId);
        }
        List<MeasurementRow> measured =
                measurements.newest(pair.source(), pair.destination(), Limit.of(MOST_MEASUREMENTS));
        if (measured.size() == MOST_MEASUREMENTS) {
            measured = union(
                    measured,
                    measurements.newestOfEach(pair.source(), pair.destination(), MOST_OF_EACH),
                    MeasurementRow::id);
        }
        moved = moved.stream().filter(PlannerInputs::showsThePath).toList();
        return new Known(moved, measured, score(pair.source(), pair.destination(), account));
    }

    private static <R> List<R> union(List<R> first, List<R> second, Function<R, @Nullable Object> number) {
        Map<@Nullable Object, R> all = new LinkedHashMap<>();
        first.forEach(row -> all.put(number.apply(row), row));
        second.forEach(row -> all.putIfAbsent(number.apply(row), row));
        return List.copyOf(all.values());
    }

    private Forecast forecast(
            ForecastQuery query,
            Route route,
            Known known,
            String account,
            Instant now,
            List<ForecastRow> stored,
            Function<Evidence, ForecastBand> bands) {
        PathFacts facts = PlannerInputs.facts(
                query, quantity -> believed.measured(PlannerInputs.fresh(known.measured(), quantity, now), account));
        List<TransferRow> past = believed.transfers(
                known.successes(),
                account,
                of -> TransferForecaster.forecast(PlannerInputs.past(of), PlannerInputs.query(route), facts)
                        .secondsP50());
        TransferForecast planned = PlannerInputs.withEstimate(
                query,
                TransferForecaster.forecast(PlannerInputs.past(past), PlannerInputs.query(route), facts),
                TransferForecaster.forecast(List.of(), PlannerInputs.query(route), facts));
        Evidence evidence = planned.evidence();
        Double said = planned.secondsP50();
        Double late = planned.secondsP90();
        Double pastError =
                known.score().map(Calibration::medianAbsoluteErrorPercent).orElse(planned.pastMedianErrorPercent());
        ForecastBasis basis = ForecastBasis.valueOf(planned.basis().name());
        if (said == null || late == null) {
            return new Forecast(
                    "", null, null, null, basis, planned.predictor(), planned.samples(), pastError, evidence.name());
        }
        // a pair's own past errors have set the band of its history
        ForecastBand band = evidence == Evidence.HISTORY ? new ForecastBand(1, late / said) : bands.apply(evidence);
        double p50 = said * band.p50Factor();
        double p90 = said * band.p90Factor();
        String id = UUID.randomUUID().toString();
        stored.add(new ForecastRow(
                id,
                new ForecastRow.Facts(
                        now,
                        route,
                        facts.rttMillis(),
                        facts.bottleneckBitsPerSecond(),
                        facts.lossRatio(),
                        p50,
                        p90,
                        planned.basis().name(),
                        planned.predictor(),
                        planned.samples(),
                        PlannerInputs.described(past, facts),
                        evidence.name(),
                        said),
                account));
        return new Forecast(
                id,
                p50,
                p90,
                query.bytes() * 8 / p50,
                basis,
                planned.predictor(),
                planned.samples(),
                pastError,
                evidence.name());
    }

    /** By what became of the forecasts of all pairs on some evidence; no account outvotes the others. */
    private ForecastBand band(Evidence evidence, String account) {
        List<ForecastRow> rows = believed.of(
                forecasts.scoredOn(evidence.name(), Limit.of(ForecastBand.MOST_RESIDUALS)),
                ForecastRow::account,
                account,
                ForecastRecord::middleRatio);
        return ForecastBand.of(
                evidence,
                rows.reversed().stream()
                        .mapToDouble(ForecastRecord::logResidual)
                        .toArray());
    }

    /** How good past forecasts were; as with transfers, no account's outcomes outvote those of the others. */
    private Optional<Calibration> score(String source, String destination, String asker) {
        return ForecastRecord.of(scoredRows(source, destination, asker));
    }

    private List<ForecastRow> scoredRows(String source, String destination, String asker) {
        List<ForecastRow> rows = forecasts.scored(source, destination, Limit.of(MOST_SCORED));
        if (rows.size() == MOST_SCORED) {
            rows = union(rows, forecasts.scoredOfEach(source, destination, MOST_OF_EACH), ForecastRow::getId);
        }
        return believed.of(rows, ForecastRow::account, asker, ForecastRecord::middleRatio);
    }

    /** Forecasts of copies without advice, of which the service hears only afterwards. */
    private List<ForecastRow> scoredByMovers(String source, String destination, String asker) {
        List<ForecastRow> rows = transfers.forecastByMover(source, destination, Limit.of(MOST_SCORED)).stream()
                .filter(PlannerInputs::showsThePath)
                .map(ForecastRecord::ofMover)
                .toList();
        return believed.of(rows, ForecastRow::account, asker, ForecastRecord::middleRatio);
    }

    /**
     * Adds transfers that an account reports; those known by their ids are left alone, regardless of the account, and
     * how often. Says how many were new.
     */
    public int addTransfers(List<TransferOutcome> outcomes, String account) {
        InputChecks.atMost("transfers", outcomes.size(), MOST_RECORDS);
        return addOnce(
                outcomes.stream()
                        .map(outcome -> RowMapping.row(outcome, account, clock.instant()))
                        .toList(),
                rows -> addNew(rows, TransferRow::getId, transfers::known, row -> {
                    transfers.save(row);
                    score(row);
                    metrics.count(row);
                }));
    }

    /** Adds rows in one transaction; says how many were new. */
    private <R> int addOnce(List<R> rows, ToIntFunction<List<R>> add) {
        try {
            return add.applyAsInt(rows);
        } catch (DataIntegrityViolationException _) {
            // another client adds the same ones just now: one by one, each of us adds what the other did not
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

    private <R> int addNew(
            List<R> rows,
            Function<R, @Nullable String> id,
            Function<List<String>, Set<String>> stored,
            Consumer<R> add) {
        return transaction.execute(_ -> {
            Set<String> known = new HashSet<>(
                    rows.isEmpty()
                            ? Set.of()
                            : stored.apply(rows.stream().map(id).toList()));
            List<R> fresh =
                    rows.stream().filter(row -> known.add(id.apply(row))).toList();
            fresh.forEach(add);
            return fresh.size();
        });
    }

    /** A forecast is scored by its asker's transfer that it was made for. */
    private void score(TransferRow row) {
        @Nullable String forecastId = row.facts().forecastId();
        if (forecastId != null && PlannerInputs.scoresForecast(row)) {
            forecasts
                    .findById(forecastId)
                    .filter(made -> samePair(made.facts().route(), row.facts().route()))
                    .filter(made -> made.account().isEmpty() || made.account().equals(row.account()))
                    .ifPresent(made -> made.score(row.facts().seconds(), clock.instant()));
        }
    }

    private static boolean samePair(Route forecast, Route transfer) {
        return forecast.sourceHost().equals(transfer.sourceHost())
                && forecast.destinationHost().equals(transfer.destinationHost());
    }

    /** Adds measurements that an account reports; the same one is kept once. Says how many were new. */
    public int addMeasurements(List<Measurement> measured, String account) {
        InputChecks.atMost("measurements", measured.size(), MOST_RECORDS);
        return addOnce(
                measured.stream()
                        .map(one -> RowMapping.row(one, account, clock.instant()))
                        .toList(),
                rows -> addNew(rows, MeasurementRow::fingerprint, measurements::known, measurements::save));
    }

    /** Who added to the history of a pair, by name; an empty host means any. */
    public List<HistoryAccount> accounts(String sourceHost, String destinationHost) {
        String source = anyHost("sourceHost", sourceHost);
        String destination = anyHost("destinationHost", destinationHost);
        Map<String, HistoryAccount> all = new TreeMap<>();
        transfers
                .accounts(source, destination)
                .forEach(of -> all.put(of.account(), new HistoryAccount(of.account(), of.rows(), 0, of.newest())));
        measurements
                .accounts(source, destination)
                .forEach(of -> all.merge(
                        of.account(),
                        new HistoryAccount(of.account(), 0, of.rows(), of.newest()),
                        TransferHistory::together));
        return List.copyOf(all.values());
    }

    private static HistoryAccount together(HistoryAccount one, HistoryAccount other) {
        return new HistoryAccount(
                one.account(),
                one.transfers() + other.transfers(),
                one.measurements() + other.measurements(),
                one.newest().isAfter(other.newest()) ? one.newest() : other.newest());
    }

    /** Removes all that an account has added, its forecasts with their scores too; says how many records that were. */
    public int delete(String account, Caller by) {
        InputChecks.text("account", account, 100);
        return transaction.execute(_ -> {
            int records = transfers.deleteOf(account) + measurements.deleteOf(account);
            forecasts.deleteOf(account);
            runnings.deleteOf(account);
            audit.add(
                    by,
                    "DELETE",
                    AuditSubject.HISTORY,
                    0,
                    records + " records of " + (account.isEmpty() ? "unknown accounts" : account));
            return records;
        });
    }

    /**
     * The newest of a pair, and how good the forecasts for it were.
     *
     * @param account who asks: the outcomes that it reported itself count more
     */
    public PairHistory history(String sourceHost, String destinationHost, int limit, String account) {
        InputChecks.between("limit", limit, 1, MOST_RECORDS);
        String source = anyHost("sourceHost", sourceHost);
        String destination = anyHost("destinationHost", destinationHost);
        List<TransferOutcome> moved = transfers.newest(source, destination, Limit.of(limit)).stream()
                .map(RowMapping::outcome)
                .toList();
        List<Measurement> measured = measurements.newest(source, destination, Limit.of(limit)).stream()
                .map(RowMapping::measurement)
                .toList();
        List<ForecastRow> scored = new ArrayList<>(scoredRows(source, destination, account));
        scored.addAll(scoredByMovers(source, destination, account));
        Optional<Calibration> score = ForecastRecord.of(scored);
        return new PairHistory(
                sourceHost,
                destinationHost,
                moved,
                measured,
                score.map(Calibration::count).orElse(0),
                score.map(Calibration::medianAbsoluteErrorPercent).orElse(null),
                score.map(Calibration::p90CoveragePercent).orElse(null),
                ForecastRecord.byEvidence(scored),
                ForecastRecord.worst(scored).stream().map(this::miss).toList());
    }

    private ForecastMiss miss(ForecastRow row) {
        Route route = row.facts().route();
        String cause = row.facts().evidence().equals(ForecastRecord.LOCAL_HISTORY)
                ? transfers.findById(row.getId()).orElseThrow().facts().causeCode()
                : transfers.causes(route.sourceHost(), route.destinationHost(), row.getId(), Limit.of(1)).stream()
                        .findFirst()
                        .orElse("");
        return ForecastRecord.miss(row, cause);
    }

    private static String anyHost(String name, String host) {
        return host.isBlank() ? "" : RowMapping.host(name, host);
    }
}
