package org.waybill.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A host near another, with the services that make it worth a detour. {@code distanceKm} is null when unknown. */
public record NearbyHost(
        String host,
        String site,
        @Nullable Place place,
        @Nullable Double distanceKm,
        List<ServiceEndpoint> services) {}
