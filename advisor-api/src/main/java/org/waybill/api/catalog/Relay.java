package org.waybill.api.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A node that forwards for others.
 *
 * @param name unique
 * @param host the name of a host
 * @param port 1..65535
 * @param fingerprint SHA-256 of its certificate in hexadecimal, or an empty string while it is not known
 * @param capacityBitsPerSecond what its owner lets it forward, null if unlimited
 * @param lastSeen when it last reported, null if never
 */
public record Relay(
        long id,
        long version,
        String name,
        String host,
        int port,
        String fingerprint,
        @Nullable Double capacityBitsPerSecond,
        @Nullable Instant lastSeen)
        implements CatalogEntry {
    @Override
    public CatalogKind kind() {
        return CatalogKind.RELAY;
    }
}
