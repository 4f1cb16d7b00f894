package org.waybill.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One measured number with its method, sample count and error bound ({@code errorPercent} null if unknown). */
public record Measurement(
        String sourceHost,
        String destinationHost,
        Quantity quantity,
        double value,
        String method,
        int samples,
        @Nullable Double errorPercent,
        Instant measuredAt) {}
