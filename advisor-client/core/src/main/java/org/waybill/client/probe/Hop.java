package org.waybill.client.probe;

import org.jspecify.annotations.Nullable;
import org.waybill.api.Place;

/**
 * A router or host on a path.
 *
 * @param address null for a hop that did not answer
 * @param name its reverse name, null if it has none
 * @param rttMillis smallest round-trip time seen, null if it did not answer
 * @param place null until it has been located
 */
public record Hop(
        @Nullable String address,
        @Nullable String name,
        @Nullable Double rttMillis,
        @Nullable Place place) {}
