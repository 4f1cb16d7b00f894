package org.waybill.client.discovery;

import java.util.Set;
import org.waybill.client.endpoint.Shown;

/**
 * What a server let itself be known as.
 *
 * @param speaks whether it speaks the service's protocol at all
 */
record Heard(boolean speaks, String banner, Set<Feature> features) {
    Heard {
        banner = Shown.of(banner.strip());
        features = Set.copyOf(features);
    }

    static Heard right(String banner, Feature... features) {
        return new Heard(true, banner, Set.of(features));
    }

    static Heard wrong(String banner) {
        return new Heard(false, banner, Set.of());
    }
}
