package org.waybill.client.estimate;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.planner.forecast.Evidence;
import org.waybill.planner.forecast.ForecastBand;

/**
 * How long a server takes that copies objects itself: requests one after the other for each file, and parts of a large
 * one, several at once, whose bytes never leave it. An order of magnitude, which a pair's history soon replaces.
 */
public final class ServerCopyTime {
    /** A file of at most so many bytes is one request of the server; the larger ones have parts of that size. */
    private static final double PART_BYTES = 8 << 20;
    /** To look at the source before and after, and at what is there. */
    private static final double REQUESTS_PER_FILE = 4;
    /** To begin an upload and to put it together. */
    private static final double REQUESTS_PER_UPLOAD = 4;

    private static final double PARTS_AT_ONCE = 8;
    private static final double FILES_AT_ONCE = 8;
    /** Of each part: storage behind object stores seldom gives one request more. */
    private static final double PART_BYTES_PER_SECOND = 100e6;

    private static final double START_SECONDS = .6;
    private static final double START_REQUESTS = 6;

    private ServerCopyTime() {}

    /**
     * The time by that of a request.
     *
     * @param requestMillis null where it was not measured
     * @param forecast the service's, under whose name the outcome is scored; null if there is none
     */
    public static Estimate of(Dataset dataset, @Nullable Double requestMillis, @Nullable Forecast forecast) {
        if (requestMillis == null) {
            return Estimate.UNKNOWN;
        }
        double request = requestMillis / 1e3;
        double fileBytes = (double) dataset.bytes() / dataset.files();
        double parts = Math.max(1, Math.ceil(fileBytes / PART_BYTES));
        double partSeconds = request + Math.min(fileBytes, PART_BYTES) / PART_BYTES_PER_SECOND;
        double fileSeconds = REQUESTS_PER_FILE * request
                + (parts > 1
                        ? REQUESTS_PER_UPLOAD * request + Math.ceil(parts / PARTS_AT_ONCE) * partSeconds
                        : partSeconds);
        double atOnce = Math.min(FILES_AT_ONCE, dataset.files());
        double p50 = START_SECONDS + START_REQUESTS * request + dataset.files() * fileSeconds / atOnce;
        String id = forecast == null || forecast.id().isEmpty() ? null : forecast.id();
        return new Estimate(
                p50,
                p50 * ForecastBand.prior(Evidence.NONE).p90Factor(),
                dataset.bytes() * 8 / p50,
                ForecastBasis.MODEL,
                0,
                null,
                String.format(
                        Locale.ROOT,
                        "%.0f requests of %.0f ms, which copy within the server",
                        dataset.files() * (REQUESTS_PER_FILE + parts + (parts > 1 ? REQUESTS_PER_UPLOAD : 0)),
                        requestMillis),
                id,
                Evidence.NONE);
    }
}
