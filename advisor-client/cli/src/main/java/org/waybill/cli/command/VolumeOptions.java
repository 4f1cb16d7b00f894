package org.waybill.cli.command;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** A volume that a circuit is to carry, and when. */
public final class VolumeOptions {
    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = Quantities.Bytes.class,
            description = "The amount of data: 40TB.")
    private @Nullable Long size;

    @Option(
            names = "--start",
            paramLabel = "T",
            converter = Moment.class,
            description = "Earliest start: 2030-01-31T18:00:00Z. Default: now.")
    public @Nullable Instant start;

    @Option(
            names = "--deadline",
            paramLabel = "T",
            converter = Quantities.Deadline.class,
            description = "Finish by: 8h (from now), 18:00 or 2030-01-31T18:00.")
    public @Nullable Instant deadline;

    @Option(
            names = "--rate",
            paramLabel = "R",
            converter = Quantities.BitsPerSecond.class,
            description = "Maximum rate of source and destination, such as 10Gbit/s.")
    private @Nullable Long rate;

    /** The volume in bytes; without one there is nothing to be quoted. */
    public long size() {
        if (size == null) {
            throw Invalid.usage("the amount of data is missing: give --size 40TB");
        }
        return size;
    }

    /** The most that the hosts can do in bit/s; empty if it was not said. */
    public OptionalDouble rate() {
        return rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }

    /** Converts moments that may be in the past. */
    public static final class Moment implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String value) {
            try {
                return OffsetDateTime.parse(value).toInstant();
            } catch (DateTimeParseException e) {
                throw new TypeConversionException(
                        "invalid time '" + PrintableText.of(value) + "': expected 2030-01-31T18:00:00Z");
            }
        }
    }
}
