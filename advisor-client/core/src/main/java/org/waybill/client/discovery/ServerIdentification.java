package org.waybill.client.discovery;

import java.util.Set;
import org.waybill.client.endpoint.Shown;

/**
 * What a server let itself be known as.
 *
 * @param speaks whether it speaks the service's protocol at all
 */
record ServerIdentification(boolean speaks, String banner, Set<Feature> features) {
    ServerIdentification {
        banner = Shown.of(banner.strip());
        features = Set.copyOf(features);
    }

    static ServerIdentification right(String banner, Feature... features) {
        return new ServerIdentification(true, banner, Set.of(features));
    }

    static ServerIdentification wrong(String banner) {
        return new ServerIdentification(false, banner, Set.of());
    }
}
