package org.waybill.client.workflow.survey;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Place;

/**
 * A host near an end of the transfer that has better services (Lu 2011, section 4.1.3.3).
 *
 * @param url its best service
 * @param distanceKm from the end that the user named, null if unknown
 * @param protocols what it offers, best first
 * @param reason why it is worth a detour
 */
public record SuggestedEndpoint(
        String url,
        String host,
        String site,
        @Nullable Place place,
        @Nullable Double distanceKm,
        List<String> protocols,
        String reason) {
    public SuggestedEndpoint {
        protocols = List.copyOf(protocols);
    }
}
