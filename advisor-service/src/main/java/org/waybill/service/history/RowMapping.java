package org.waybill.service.history;

import java.net.InetAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Pattern;
import org.waybill.api.ForecastQuery;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.db.history.MeasurementRow;
import org.waybill.db.history.Route;
import org.waybill.db.history.TransferRow;
import org.waybill.service.AddressText;
import org.waybill.service.InputChecks;
import org.waybill.service.history.importing.RecordValidator;

/** Between the contract's records and the database's rows. What is out of range is a {@code BAD_REQUEST}. */
final class RowMapping {
    private static final double LONGEST_SECONDS = 10 * 366 * 86_400.0;

    private static final double MOST_RTT_MILLIS = 3_600_000;
    private static final int MOST_STREAMS = 100_000;
    /** An exabyte; its bits still fit into a long. */
    private static final long MOST_BYTES = 1_000_000_000_000_000_000L;
    /** More than any cluster or any copy within a machine reaches, less than what would distort a forecast for ever. */
    private static final double MOST_BITS_PER_SECOND = 100e12;
    /** What names of hosts and addresses are made of, also as users and catalogues write them. */
    private static final Pattern HOST = Pattern.compile("[\\p{L}\\p{M}\\p{N}._:%\\[\\]-]+");

    private static final Pattern WORD = Pattern.compile("[\\w.:+-]*");

    private RowMapping() {}

    /** @param now what has not happened by then is refused */
    static TransferRow row(TransferOutcome outcome, String account, Instant now) {
        if (!outcome.id().matches("[0-9a-fA-F-]{36}")) {
            throw InputChecks.bad("invalid id of a transfer: expected a UUID");
        }
        InputChecks.between("seconds", outcome.seconds(), 0, LONGEST_SECONDS);
        InputChecks.between("forecastSecondsP50", outcome.forecastSecondsP50(), 0, Double.MAX_VALUE);
        InputChecks.between("forecastSecondsP90", outcome.forecastSecondsP90(), 0, Double.MAX_VALUE);
        InputChecks.between("retransmittedBytes", outcome.retransmittedBytes(), 0, Long.MAX_VALUE);
        InputChecks.between("resumedBytes", outcome.resumedBytes(), 0, outcome.bytes());
        String forecastId = outcome.forecastId();
        InputChecks.between("streams", outcome.streams(), 1, MOST_STREAMS);
        happened("startedAt", outcome.startedAt(), now);
        Route route = route(
                outcome.sourceHost(),
                outcome.destinationHost(),
                outcome.transport(),
                outcome.via(),
                outcome.streams(),
                outcome.storage(),
                outcome.bytes(),
                outcome.files());
        requireRate(outcome);
        return new TransferRow(
                outcome.id().toLowerCase(Locale.ROOT),
                new TransferRow.Facts(
                        route,
                        outcome.startedAt().truncatedTo(ChronoUnit.MICROS),
                        outcome.seconds(),
                        outcome.retransmittedBytes(),
                        outcome.resumedBytes(),
                        word("status", InputChecks.required("status", outcome.status(), 40)),
                        forecastId == null ? null : InputChecks.text("forecastId", forecastId, 36),
                        outcome.forecastSecondsP50(),
                        outcome.forecastSecondsP90(),
                        word("causeCode", InputChecks.text("causeCode", outcome.causeCode(), 60))),
                account);
    }

    static Route route(ForecastQuery query) {
        InputChecks.between("streams", query.streams(), 0, MOST_STREAMS);
        return route(
                query.sourceHost(),
                query.destinationHost(),
                query.transport(),
                query.via(),
                query.streams(),
                query.storage(),
                query.bytes(),
                query.files());
    }

    private static Route route(
            String source,
            String destination,
            String transport,
            String via,
            int streams,
            StorageClass storage,
            long bytes,
            long files) {
        return new Route(
                host("sourceHost", source),
                host("destinationHost", destination),
                word("transport", InputChecks.required("transport", transport, 40)),
                InputChecks.text("via", via, 500),
                streams,
                storage.name(),
                InputChecks.between("bytes", bytes, 0, MOST_BYTES),
                InputChecks.between("files", files, 1, Long.MAX_VALUE));
    }

    static void happened(String name, Instant time, Instant now) {
        RecordValidator.doubt(time, now).ifPresent(why -> {
            throw InputChecks.bad(name + ": " + why);
        });
    }

    private static void requireRate(TransferOutcome outcome) {
        double rate = (outcome.bytes() - outcome.resumedBytes()) * 8.0 / outcome.seconds();
        if (rate > MOST_BITS_PER_SECOND) {
            throw InputChecks.bad("invalid seconds " + outcome.seconds() + " for " + outcome.bytes()
                    + " bytes: expected a rate of at most 100 Tbit/s");
        }
    }

    static String word(String name, String text) {
        if (!WORD.matcher(text).matches()) {
            throw InputChecks.bad("invalid " + name + ": expected letters, digits and any of . : _ + -");
        }
        return text;
    }

    /** Names of hosts are compared in lower case, IPv6 addresses in the one form of RFC 5952. */
    static String host(String name, String host) {
        String text = InputChecks.required(name, host, 255);
        if (!HOST.matcher(text).matches()) {
            throw InputChecks.bad("invalid " + name + ": expected the name or address of a host");
        }
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.indexOf(':') < 0 || lower.indexOf('%') >= 0 ? lower : ipv6(lower);
    }

    private static String ipv6(String lower) {
        try {
            return AddressText.of(InetAddress.ofLiteral(lower.replaceAll("^\\[|]$", "")));
        } catch (IllegalArgumentException e) {
            return lower; // some other name with a colon
        }
    }

    static TransferOutcome outcome(TransferRow row) {
        TransferRow.Facts facts = row.facts();
        Route route = facts.route();
        return new TransferOutcome(
                row.getId(),
                route.sourceHost(),
                route.destinationHost(),
                route.transport(),
                route.via(),
                route.streams(),
                StorageClass.valueOf(route.storage()),
                route.bytes(),
                route.files(),
                facts.startedAt(),
                facts.seconds(),
                facts.retransmittedBytes(),
                facts.resumedBytes(),
                facts.status(),
                facts.forecastId(),
                facts.forecastSecondsP50(),
                facts.forecastSecondsP90(),
                facts.causeCode());
    }

    static MeasurementRow row(Measurement measurement, String account, Instant now) {
        happened("measuredAt", measurement.measuredAt(), now);
        InputChecks.between("errorPercent", measurement.errorPercent(), 0, Double.MAX_VALUE);
        double most =
                switch (measurement.quantity()) {
                    case RTT -> MOST_RTT_MILLIS;
                    case BOTTLENECK_BANDWIDTH, AVAILABLE_BANDWIDTH, BULK_TRANSFER_CAPACITY -> MOST_BITS_PER_SECOND;
                    case LOSS_RATIO -> 1;
                    case PATH_MTU -> Integer.MAX_VALUE;
                };
        if (!(measurement.value() >= 0 && measurement.value() <= most)) {
            throw InputChecks.bad(String.format(
                    Locale.ROOT,
                    "invalid %s %s: expected 0 to %.0f",
                    measurement.quantity(),
                    measurement.value(),
                    most));
        }
        return new MeasurementRow(
                new MeasurementRow.Facts(
                        host("sourceHost", measurement.sourceHost()),
                        host("destinationHost", measurement.destinationHost()),
                        measurement.quantity().name(),
                        measurement.value(),
                        InputChecks.text("method", measurement.method(), 100),
                        (int) InputChecks.between("samples", measurement.samples(), 0, Integer.MAX_VALUE),
                        measurement.errorPercent(),
                        measurement.measuredAt().truncatedTo(ChronoUnit.MICROS)),
                account);
    }

    static Measurement measurement(MeasurementRow row) {
        MeasurementRow.Facts facts = row.facts();
        return new Measurement(
                facts.sourceHost(),
                facts.destinationHost(),
                Quantity.valueOf(facts.quantity()),
                facts.value(),
                facts.method(),
                facts.samples(),
                facts.errorPercent(),
                facts.measuredAt());
    }
}
