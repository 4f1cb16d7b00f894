package org.waybill.api.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.protocol.Protocol;

/**
 * A transfer service at a host; host, protocol and port together are unique.
 *
 * @param host the name of a host
 * @param port 1..65535
 * @param banner what it says of itself, or an empty string
 * @param lastSeenOpen when discovery last found it answering; null if never
 */
public record Endpoint(
        long id,
        long version,
        String host,
        Protocol protocol,
        int port,
        String banner,
        @Nullable Instant lastSeenOpen) implements CatalogEntry {
    @Override
    public CatalogKind kind() {
        return CatalogKind.ENDPOINT;
    }
}
