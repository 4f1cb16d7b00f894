package org.waybill.service.history.importing;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.HistoryImport;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import tools.jackson.databind.JsonNode;

/**
 * What perfSONAR measured. Samples of an esmond archive ({@code [{"ts": s, "val": bit/s}]}, old archives with
 * milliseconds and {@code is_valid}) do not say between whom: the caller must. Results of pScheduler's throughput and
 * rtt tests name both hosts.
 */
final class PerfSonarData {
    /** Later than any second, earlier than any millisecond that a sample can come from. */
    private static final double LEAST_MILLIS = 1e11;

    private static final double MOST_BITS_PER_SECOND = 1e12;

    private final HistoryImport part;
    private final ImportResult imported;

    private PerfSonarData(HistoryImport part, ImportResult imported) {
        this.part = part;
        this.imported = imported;
    }

    static ImportResult read(HistoryImport part, ImportResult imported) {
        PerfSonarData data = new PerfSonarData(part, imported);
        JsonRecords.read(part.text(), part.firstLine(), imported, data::record);
        return imported;
    }

    private void record(JsonNode record, long line) {
        if (record.has("ts") && record.has("val")) {
            sample(record, line);
        } else if (record.path("test").path("type").isString()) {
            result(record, line);
        } else {
            imported.problem(line, "neither a sample (ts, val) nor a result with its test");
        }
    }

    private void sample(JsonNode sample, long line) {
        if (part.sourceHost().isBlank() || part.destinationHost().isBlank()) {
            imported.problem(line, "samples contain no hosts: name the source and the destination");
            return;
        }
        JsonNode valid = sample.path("is_valid");
        if (valid.isNumber() && valid.asDouble(1) == 0) {
            return;
        }
        JsonNode value = sample.path("val");
        double time = sample.path("ts").asDouble(Double.NaN);
        if (!value.isNumber() || !(time > 0)) {
            imported.problem(line, "ts and val must be numbers: " + ImportResult.quoted(sample.toString()));
            return;
        }
        Instant at = Instant.ofEpochMilli((long) (time >= LEAST_MILLIS ? time : time * 1000));
        throughput(part.sourceHost(), part.destinationHost(), value.asDouble(), "esmond", at, line);
    }

    private void throughput(
            String source, String destination, double bitsPerSecond, String method, Instant at, long line) {
        if (!(bitsPerSecond >= 0) || bitsPerSecond > MOST_BITS_PER_SECOND) {
            imported.problem(
                    line,
                    String.format(Locale.ROOT, "an implausible rate of %.0f Gbit/s: left out", bitsPerSecond / 1e9));
            return;
        }
        imported.add(
                line,
                new Measurement(
                        source, destination, Quantity.BULK_TRANSFER_CAPACITY, bitsPerSecond, method, 1, null, at));
    }

    private void result(JsonNode record, long line) {
        JsonNode test = record.path("test");
        String source = host(test.path("spec"), "source", part.sourceHost());
        String destination = host(test.path("spec"), "dest", part.destinationHost());
        Optional<Instant> at = time(record.path("schedule").path("start").asString(""));
        JsonNode result = record.path("result");
        if (result.path("succeeded").isBoolean() && !result.path("succeeded").asBoolean()) {
            return;
        }
        if (source.isEmpty() || destination.isEmpty() || at.isEmpty()) {
            imported.problem(line, "a result needs test.spec.source, test.spec.dest and schedule.start");
            return;
        }
        switch (test.path("type").asString()) {
            case "throughput" -> {
                JsonNode rate = result.path("summary").path("summary").path("throughput-bits");
                if (rate.isNumber()) {
                    throughput(source, destination, rate.asDouble(), "pscheduler throughput", at.get(), line);
                } else {
                    imported.problem(line, "a throughput result without result.summary.summary.throughput-bits");
                }
            }
            case "rtt" -> roundTrips(result, source, destination, at.get(), line);
            default -> {}
        }
    }

    private void roundTrips(JsonNode result, String source, String destination, Instant at, long line) {
        Double millis = millis(result.path("mean").asString(""));
        int samples = Math.max(1, result.path("roundtrips").size());
        if (millis == null) {
            imported.problem(line, "an rtt result without a mean, as in PT0.0123S");
            return;
        }
        imported.add(
                line, new Measurement(source, destination, Quantity.RTT, millis, "pscheduler rtt", samples, null, at));
        JsonNode loss = result.path("loss");
        if (loss.isNumber() && loss.asDouble() >= 0 && loss.asDouble() <= 1) {
            imported.add(
                    line,
                    new Measurement(
                            source,
                            destination,
                            Quantity.LOSS_RATIO,
                            loss.asDouble(),
                            "pscheduler rtt",
                            samples,
                            null,
                            at));
        }
    }

    private static String host(JsonNode spec, String name, String otherwise) {
        String given = spec.path(name).asString("").toLowerCase(Locale.ROOT);
        return given.isBlank() || given.length() > 255 ? otherwise : given;
    }

    private static @Nullable Double millis(String duration) {
        try {
            double millis = Duration.parse(duration).toNanos() / 1e6;
            return millis > 0 ? millis : null;
        } catch (DateTimeException | ArithmeticException _) {
            return null;
        }
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text.matches(".*(Z|[+-]\\d\\d:\\d\\d)$") ? text : text + "Z")
                    .toInstant());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
