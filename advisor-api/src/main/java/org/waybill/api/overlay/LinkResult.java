package org.waybill.api.overlay;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What measuring a virtual link gave.
 *
 * @param destination the other node, {@code host:port} as ordered
 * @param bitsPerSecond null if it could not be measured
 * @param problem why not, empty if it could
 */
public record LinkResult(
        String destination, Instant measuredAt, @Nullable Double bitsPerSecond, String problem) {}
