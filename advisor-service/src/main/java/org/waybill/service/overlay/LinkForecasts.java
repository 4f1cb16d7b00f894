package org.waybill.service.overlay;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.data.domain.Limit;
import org.waybill.api.Quantity;
import org.waybill.api.TransferOutcome;
import org.waybill.db.history.Measurements;
import org.waybill.db.history.TransferRow;
import org.waybill.db.history.Transfers;
import org.waybill.planner.forecast.SeriesForecast;
import org.waybill.planner.forecast.SeriesForecaster;
import org.waybill.protocol.Transport;
import org.waybill.service.TimedCache;
import org.waybill.service.account.Caller;
import org.waybill.service.history.OutlierFilter;

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
    private final OutlierFilter believed;
    private final Clock clock;
    private final TimedCache<Pair, Optional<Width>> known = new TimedCache<>(STALE, 10_000, System::nanoTime);

    LinkForecasts(Measurements measurements, Transfers transfers, OutlierFilter believed, Clock clock) {
        this.measurements = measurements;
        this.transfers = transfers;
        this.believed = believed;
        this.clock = clock;
    }

    private record Pair(String source, String destination) {}

    private record Sample(String account, Instant at, double bitsPerSecond) {}

    /** A forecast and what it is based on. */
    record Width(double bitsPerSecond, int samples) {}

    /** Empty if nothing was measured within a week. */
    Optional<Width> between(String source, String destination) {
        return known.get(new Pair(source, destination), this::forecast);
    }

    private Optional<Width> forecast(Pair pair) {
        return forecast(pair, clock.instant());
    }

    /** What it would have been at an earlier time. */
    Optional<Width> before(Instant then, String source, String destination) {
        return forecast(new Pair(source, destination), then);
    }

    private Optional<Width> forecast(Pair pair, Instant now) {
        Instant since = now.minus(FRESH);
        // that a link was measured is the service's own word
        Stream<Sample> measured = measurements
                .since(pair.source(), pair.destination(), Quantity.BULK_TRANSFER_CAPACITY.name(), since, Limit.of(MOST))
                .stream()
                .filter(row -> !row.facts().method().equals(LinkMeasurements.METHOD)
                        || row.account().isEmpty()
                        || row.account().equals(Caller.SERVICE.name()))
                .map(row -> new Sample(
                        row.account(), row.facts().measuredAt(), row.facts().value()));
        Stream<Sample> moved = transfers.since(pair.source(), pair.destination(), since, Limit.of(MOST)).stream()
                .filter(row -> says(row.facts()) && row.facts().route().via().isEmpty())
                .map(row -> new Sample(row.account(), row.facts().startedAt(), goodput(row.facts())));
        List<Sample> all = Stream.concat(measured, moved)
                .filter(sample -> sample.at().isBefore(now))
                .sorted(Comparator.comparing(Sample::at).reversed())
                .toList();
        double[] series =
                believed.of(all, Sample::account, Caller.SERVICE.name(), LinkForecasts::median).reversed().stream()
                        .mapToDouble(Sample::bitsPerSecond)
                        .toArray();
        if (series.length == 0) {
            return Optional.empty();
        }
        SeriesForecast next = SeriesForecaster.forecast(series);
        return Optional.of(new Width(Math.max(1, next.value()), series.length));
    }

    private static Double median(List<Sample> samples) {
        double[] rates =
                samples.stream().mapToDouble(Sample::bitsPerSecond).sorted().toArray();
        return rates[rates.length / 2];
    }

    static double goodput(TransferRow.Facts facts) {
        return (facts.route().bytes() - facts.resumedBytes()) * 8 / facts.seconds();
    }

    /** Whether a transfer says what the engine's path between its hosts carries. */
    static boolean says(TransferRow.Facts facts) {
        return facts.status().equals("OK")
                && facts.route().transport().equals(Transport.TCP.name())
                && TransferOutcome.showsThePath(facts.route().transport(), "", facts.causeCode())
                && facts.seconds() > 0
                && facts.route().bytes() - facts.resumedBytes() >= LEAST_BYTES;
    }
}
