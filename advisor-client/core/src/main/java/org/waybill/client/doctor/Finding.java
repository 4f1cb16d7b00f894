package org.waybill.client.doctor;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;

/**
 * Something that limits, and what to do about it.
 *
 * @param host where; as the user named it, empty for this machine
 * @param text what was seen, with numbers
 * @param fix a command line to be run there
 * @param limitBitsPerSecond what the path gives with this limit alone, null where that cannot be said
 * @param gain predicted factor, at least 1, if nothing else limits; null where it is none or cannot be said
 * @param savedSeconds predicted, at least, for each new connection; null where rates are what it gains
 * @param whyNoGain why neither can be said; null where one is
 * @param check how to see afterwards that it was gained
 */
public record Finding(
        DoctorCode code,
        String host,
        String text,
        String fix,
        @Nullable Double limitBitsPerSecond,
        @Nullable Double gain,
        @Nullable Double savedSeconds,
        @Nullable String whyNoGain,
        String check) {

    /** One that limits the rate of a path, with what the path would gain without it. */
    static Finding limit(
            DoctorCode code,
            RemoteHostUnderTest host,
            String text,
            String fix,
            double bitsPerSecond,
            PathMeasurements path) {
        return new Finding(
                code,
                host.host(),
                text,
                fix,
                bitsPerSecond,
                Math.max(1, path.bitsPerSecond() / bitsPerSecond),
                null,
                null,
                "run 'waybill doctor' again: the test transfer exceeds " + HumanUnits.rate(bitsPerSecond));
    }

    @SuppressWarnings("AnnotateFormatMethod") // the formats are at the callers
    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
