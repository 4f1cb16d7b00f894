package org.waybill.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.protocol.Protocol;

/**
 * A transfer service at a host, as the catalogue knows it or as discovery found it.
 *
 * @param lastSeenOpen when discovery last found it answering as {@code protocol}; null if never
 */
public record ServiceEndpoint(
        Protocol protocol,
        String host,
        int port,
        String banner,
        @Nullable Instant lastSeenOpen) {
    public ServiceEndpoint {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " is outside 1..65535");
        }
    }
}
