package org.waybill.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A finished transfer, for the history. Recording the same {@code id} twice keeps one.
 *
 * @param id a UUID chosen by whoever moved the data
 * @param status {@code OK} or the name of what went wrong
 * @param forecastId the forecast that it is scored against, null if there was none
 * @param causeCode what bounded the rate, empty if unknown
 */
public record TransferOutcome(
        String id,
        String sourceHost,
        String destinationHost,
        String transport,
        String via,
        int streams,
        StorageClass storage,
        long bytes,
        long files,
        Instant startedAt,
        double seconds,
        long retransmittedBytes,
        long resumedBytes,
        String status,
        @Nullable String forecastId,
        @Nullable Double forecastSecondsP50,
        @Nullable Double forecastSecondsP90,
        String causeCode) {}
