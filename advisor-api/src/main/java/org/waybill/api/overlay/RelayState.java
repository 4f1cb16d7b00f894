package org.waybill.api.overlay;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A relay as the service knows it.
 *
 * @param address {@code host:port}
 * @param fingerprint SHA-256 of its certificate in hexadecimal, empty while it is not known
 * @param alive it reported lately
 * @param busy whether virtual paths exist through it
 * @param lastSeen when it last reported, null if never
 * @param health what it said then, null if never
 */
public record RelayState(
        String name,
        String address,
        String fingerprint,
        boolean alive,
        boolean busy,
        @Nullable Instant lastSeen,
        @Nullable RelayHealth health) {}
