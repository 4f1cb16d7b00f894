package org.waybill.service.overlay;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.data.domain.Limit;
import org.waybill.api.Quantity;
import org.waybill.db.history.MeasurementRow;
import org.waybill.db.history.Measurements;
import org.waybill.db.history.TransferRow;
import org.waybill.db.history.Transfers;
import org.waybill.planner.forecast.SeriesForecast;
import org.waybill.planner.forecast.SeriesForecaster;
import org.waybill.service.TimedCache;

/**
 * What a virtual link will carry, by the Network Weather Service's rule, from its measurements and from the engine's
 * direct transfers between the same two hosts.
 */
final class LinkForecasts {
    private static final Duration FRESH = Duration.ofDays(7);
    private static final Duration STALE = Duration.ofSeconds(10);
    private static final int MOST = 100;
    /** Smaller transfers measure set-up and slow start. */
    private static final long LEAST_BYTES = 16L << 20;

    private final Measurements measurements;
    private final Transfers transfers;
    private final Clock clock;
    private final TimedCache<Pair, Optional<Width>> known =
            new TimedCache<>(STALE, 10_000, System::nanoTime);

    LinkForecasts(Measurements measurements, Transfers transfers, Clock clock) {
        this.measurements = measurements;
        this.transfers = transfers;
        this.clock = clock;
    }

    private record Pair(String source, String destination) {}

    private record Sample(Instant at, double bitsPerSecond) {}

    /** A forecast and what it stands on. */
    record Width(double bitsPerSecond, int samples) {}

    /** Empty if nothing was measured within a week. */
    Optional<Width> between(String source, String destination) {
        return known.get(new Pair(source, destination), this::forecast);
    }

    private Optional<Width> forecast(Pair pair) {
        Instant since = clock.instant().minus(FRESH);
        Stream<Sample> measured = measurements.since(pair.source(), pair.destination(),
                        Quantity.BULK_TRANSFER_CAPACITY.name(), since, Limit.of(MOST)).stream()
                .map(MeasurementRow::facts).map(facts -> new Sample(facts.measuredAt(), facts.value()));
        Stream<Sample> moved = transfers.since(pair.source(), pair.destination(), since, Limit.of(MOST)).stream()
                .map(TransferRow::facts).filter(LinkForecasts::says)
                .map(facts -> new Sample(facts.startedAt(),
                        (facts.route().bytes() - facts.resumedBytes()) * 8 / facts.seconds()));
        double[] series = Stream.concat(measured, moved).sorted(Comparator.comparing(Sample::at))
                .mapToDouble(Sample::bitsPerSecond).toArray();
        if (series.length == 0) {
            return Optional.empty();
        }
        SeriesForecast next = SeriesForecaster.forecast(series);
        return Optional.of(new Width(Math.max(1, next.value()), series.length));
    }

    /** Whether a transfer says what the direct link between its hosts carries. */
    private static boolean says(TransferRow.Facts facts) {
        return facts.status().equals("OK") && facts.route().transport().equals("tcp") && facts.route().via().isEmpty()
                && facts.seconds() > 0 && facts.route().bytes() - facts.resumedBytes() >= LEAST_BYTES;
    }
}
