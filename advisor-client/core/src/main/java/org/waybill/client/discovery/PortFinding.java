package org.waybill.client.discovery;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.protocol.Protocol;

/**
 * What was found where a protocol usually lives.
 *
 * @param banner what the server said of itself, cut and made printable; empty if nothing. Not to be trusted
 * @param connectMillis how long the TCP connection took, one round-trip time; null if there was none
 */
public record PortFinding(
        Protocol protocol,
        int port,
        PortState state,
        String banner,
        Set<Feature> features,
        @Nullable Double connectMillis) {
    public PortFinding {
        features = Set.copyOf(features);
    }

    public boolean isOpen() {
        return state == PortState.OPEN;
    }

    public boolean has(Feature feature) {
        return features.contains(feature);
    }
}
