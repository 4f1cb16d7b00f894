package org.waybill.service.history;

import java.net.InetAddress;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.waybill.api.ForecastQuery;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.db.history.MeasurementRow;
import org.waybill.db.history.Route;
import org.waybill.db.history.TransferRow;
import org.waybill.service.InputChecks;

/** Between the contract's records and the database's rows. What is out of range is a {@code BAD_REQUEST}. */
final class RowMapping {
    private static final double LONGEST_SECONDS = 10 * 366 * 86_400.0;

    private static final int MOST_STREAMS = 100_000;

    private RowMapping() {}

    static TransferRow row(TransferOutcome outcome, String account) {
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
        return new TransferRow(
                outcome.id().toLowerCase(Locale.ROOT),
                new TransferRow.Facts(
                        route(
                                outcome.sourceHost(),
                                outcome.destinationHost(),
                                outcome.transport(),
                                outcome.via(),
                                outcome.streams(),
                                outcome.storage(),
                                outcome.bytes(),
                                outcome.files()),
                        outcome.startedAt().truncatedTo(ChronoUnit.MICROS),
                        outcome.seconds(),
                        outcome.retransmittedBytes(),
                        outcome.resumedBytes(),
                        InputChecks.required("status", outcome.status(), 40),
                        forecastId == null ? null : InputChecks.text("forecastId", forecastId, 36),
                        outcome.forecastSecondsP50(),
                        outcome.forecastSecondsP90(),
                        InputChecks.text("causeCode", outcome.causeCode(), 60)),
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
                InputChecks.required("transport", transport, 40),
                InputChecks.text("via", via, 500),
                streams,
                storage.name(),
                InputChecks.between("bytes", bytes, 0, Long.MAX_VALUE),
                InputChecks.between("files", files, 1, Long.MAX_VALUE));
    }

    /** Names of hosts are compared in lower case, IPv6 addresses in the one form of RFC 5952. */
    static String host(String name, String host) {
        String lower = InputChecks.required(name, host, 255).toLowerCase(Locale.ROOT);
        return lower.indexOf(':') < 0 || lower.indexOf('%') >= 0 ? lower : ipv6(lower);
    }

    private static String ipv6(String lower) {
        String groups;
        try {
            groups =
                    ":" + InetAddress.ofLiteral(lower.replaceAll("^\\[|]$", "")).getHostAddress() + ":";
        } catch (IllegalArgumentException e) {
            return lower; // some other name with a colon
        }
        for (int zeros = 8; zeros > 1; zeros--) {
            int at = groups.indexOf(":0".repeat(zeros) + ":");
            if (at >= 0) {
                String before = groups.substring(0, at);
                String after = groups.substring(at + 2 * zeros + 1);
                return before.replaceFirst(":", "") + "::" + after.replaceFirst(":$", "");
            }
        }
        return groups.substring(1, groups.length() - 1);
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

    static MeasurementRow row(Measurement measurement, String account) {
        InputChecks.between("errorPercent", measurement.errorPercent(), 0, Double.MAX_VALUE);
        if (!(measurement.value() >= 0)) {
            throw InputChecks.bad(
                    "invalid " + measurement.quantity() + " " + measurement.value() + ": expected 0 or more");
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
