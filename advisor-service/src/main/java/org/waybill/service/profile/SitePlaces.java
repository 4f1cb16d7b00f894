package org.waybill.service.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.Place;
import org.waybill.db.profile.RelayRow;
import org.waybill.db.profile.SiteRow;

/** The sites whose places are known, for maps. */
public record SitePlaces(ProfileRepositories of, TransactionTemplate reading) {
    /** A site with its place in degrees north and east, how many hosts it has, and whether a relay is among them. */
    public record PlacedSite(long id, String name, Place place, long hosts, boolean relay) {}

    /** By name. */
    public List<PlacedSite> all() {
        return reading.execute(_ -> {
            Map<Long, Long> counts = new HashMap<>();
            of.hosts().countsBySite().forEach(pair -> counts.put((Long) pair[0], (Long) pair[1]));
            Set<Long> withRelay = new HashSet<>();
            for (RelayRow relay : of.relays().all()) {
                SiteRow site = relay.facts().host().site();
                if (site != null) {
                    withRelay.add(site.id());
                }
            }
            List<PlacedSite> sites = new ArrayList<>();
            for (SiteRow site : of.sites().placed()) {
                Place place = CatalogueViews.place(site);
                if (place != null) {
                    sites.add(new PlacedSite(
                            site.id(),
                            site.facts().name(),
                            place,
                            counts.getOrDefault(site.id(), 0L),
                            withRelay.contains(site.id())));
                }
            }
            sites.sort(Comparator.comparing(PlacedSite::name));
            return sites;
        });
    }

    /** The number of the site of each of these hosts that has one. */
    public Map<String, Long> sitesOf(Collection<String> hosts) {
        Map<String, Long> sites = new HashMap<>();
        if (!hosts.isEmpty()) {
            of.hosts().sitesOf(hosts).forEach(pair -> sites.put((String) pair[0], (Long) pair[1]));
        }
        return sites;
    }
}
