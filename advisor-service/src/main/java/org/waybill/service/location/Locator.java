package org.waybill.service.location;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.HopQuery;
import org.waybill.api.Located;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.geoip.RouterLocator;
import org.waybill.service.InputChecks;
import org.waybill.service.profile.HostProfiles;

/**
 * Places of hosts and routers. The catalogue's own hosts and subnets come first; a domain of the catalogue only before
 * an IP database, since the routers of a network are elsewhere than its offices.
 */
public record Locator(HostProfiles profiles, RouterLocator routers) {
    private static final int MOST_HOPS = 256;

    /** The places, in the order asked; the hops are those of one path, or hosts seen by one observer. */
    public List<Located> locate(List<HopQuery> hops) {
        InputChecks.atMost("hops", hops.size(), MOST_HOPS);
        List<RouterLocator.Hop> asked = hops.stream()
                .map(hop -> new RouterLocator.Hop(
                        InputChecks.required("address", hop.address(), 255), hop.name(), hop.rttMillis()))
                .toList();
        List<org.waybill.geoip.@Nullable Place> places = routers.locatePath(asked);
        List<Located> located = new ArrayList<>(hops.size());
        for (int i = 0; i < asked.size(); i++) {
            located.add(new Located(asked.get(i).address(), place(asked.get(i), places.get(i))));
        }
        return List.copyOf(located);
    }

    private @Nullable Place place(RouterLocator.Hop hop, org.waybill.geoip.@Nullable Place byRouter) {
        Place known = profiles.place(hop.address(), hop.name());
        if (known != null) {
            return known;
        }
        if (byRouter != null && byRouter.basis().compareTo(org.waybill.geoip.Place.Basis.ROUTER_NAME) <= 0) {
            return ofContract(byRouter);
        }
        String name = hop.name() == null ? hop.address() : hop.name();
        Place domain = profiles.placeOfDomain(name);
        return domain != null ? domain : byRouter == null ? null : ofContract(byRouter);
    }

    private static Place ofContract(org.waybill.geoip.Place place) {
        return new Place(
                place.city(),
                place.country(),
                place.latitude(),
                place.longitude(),
                PlaceBasis.valueOf(place.basis().name()));
    }
}
