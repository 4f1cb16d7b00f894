package org.waybill.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the catalogue knows of a host; {@code site} and {@code organisation} are empty when nothing is known. */
public record HostProfile(
        String host,
        String site,
        String organisation,
        @Nullable Place place,
        List<ServiceEndpoint> services,
        List<ProvisioningSystem> provisioning,
        List<String> relays,
        List<NearbyHost> nearby) {}
