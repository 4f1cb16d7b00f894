package org.waybill.service.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.api.HostProfile;
import org.waybill.api.NearbyHost;
import org.waybill.api.Place;
import org.waybill.api.ProvisioningSystem;
import org.waybill.api.ServiceEndpoint;
import org.waybill.geoip.GreatCircle;

/**
 * The whole catalogue at one moment, indexed for look-ups of profiles; never changes except for answers that it
 * remembers. Some 200 bytes a host.
 */
final class CatalogueView {
    /** Farther away, a detour rarely pays. */
    private static final double NEARBY_KM = 800;

    private static final int MOST_NEARBY_SITES = 20;
    private static final int MOST_CANDIDATES = 200;
    private static final int MOST_NEARBY = 10;
    private static final int MOST_RELAYS = 10;
    private static final int MOST_REMEMBERED = 20_000;

    /** A site. */
    record KnownSite(
            long id,
            String name,
            String organisation,
            @Nullable Place place) {}

    /** A host with its services. */
    record KnownHost(
            long id, String name, @Nullable KnownSite site, List<String> addresses, List<ServiceEndpoint> services) {}

    /** A relay as {@code host:port}, and where it is. */
    record KnownRelay(String authority, @Nullable KnownSite site) {}

    private final Map<String, KnownHost> hosts = new HashMap<>();
    private final Map<String, KnownHost> byAddress = new HashMap<>();
    /** Hosts with services alone: no one makes a detour over another. */
    private final Map<Long, List<KnownHost>> servingAtSite = new HashMap<>();

    private final Map<String, List<KnownHost>> servingInDomain = new HashMap<>();
    private final Map<String, List<KnownHost>> servingInSubnet = new HashMap<>();
    private final Map<Long, KnownSite> sites;
    private final Map<Long, List<ProvisioningSystem>> provisioning;
    private final List<KnownRelay> relays;
    private final Map<Long, Map<Long, Double>> nearbySites = new ConcurrentHashMap<>();
    private final Map<String, HostProfile> remembered = new ConcurrentHashMap<>();

    CatalogueView(
            Collection<KnownHost> all,
            Map<Long, KnownSite> sites,
            Map<Long, List<ProvisioningSystem>> provisioning,
            List<KnownRelay> relays) {
        this.sites = Map.copyOf(sites);
        this.provisioning = Map.copyOf(provisioning);
        this.relays = List.copyOf(relays);
        all.stream().sorted(Comparator.comparing(KnownHost::name)).forEach(this::index);
    }

    private void index(KnownHost host) {
        hosts.put(host.name(), host);
        host.addresses()
                .forEach(
                        address -> byAddress.merge(address, host, (one, other) -> one.id() < other.id() ? one : other));
        if (host.services().isEmpty()) {
            return;
        }
        if (host.site() != null) {
            add(servingAtSite, host.site().id(), host);
        }
        HostNames.domains(host.name()).stream().skip(1).forEach(domain -> add(servingInDomain, domain, host));
        List<String> literals = new ArrayList<>(host.addresses());
        literals.add(host.name());
        literals.forEach(
                literal -> HostNames.subnetPrefix(literal).ifPresent(prefix -> add(servingInSubnet, prefix, host)));
    }

    private static <K> void add(Map<K, List<KnownHost>> index, K key, KnownHost host) {
        List<KnownHost> there = index.computeIfAbsent(key, _ -> new ArrayList<>());
        if (there.size() < MOST_CANDIDATES) {
            there.add(host);
        }
    }

    Optional<KnownSite> site(long id) {
        return Optional.ofNullable(sites.get(id));
    }

    /**
     * What is known of a host.
     *
     * @param name in its canonical form
     * @param elsewhere the site by the name's domain or the address's subnet, asked only where the host has none
     */
    HostProfile profile(String name, Function<String, Optional<KnownSite>> elsewhere) {
        HostProfile known = remembered.get(name);
        if (known != null) {
            return known;
        }
        HostProfile profile = read(name, elsewhere);
        if (remembered.size() < MOST_REMEMBERED) {
            remembered.put(name, profile);
        }
        return profile;
    }

    private HostProfile read(String name, Function<String, Optional<KnownSite>> elsewhere) {
        KnownHost host = hosts.getOrDefault(name, byAddress.get(name));
        KnownSite own = host == null ? null : host.site();
        KnownSite site = own != null ? own : elsewhere.apply(name).orElse(null);
        return new HostProfile(
                name,
                site == null ? "" : site.name(),
                site == null ? "" : site.organisation(),
                site == null ? null : site.place(),
                host == null ? List.of() : host.services(),
                site == null ? List.of() : provisioning.getOrDefault(site.id(), List.of()),
                relays(site),
                nearby(name, host, site));
    }

    private List<String> relays(@Nullable KnownSite site) {
        return relays.stream()
                .sorted(Comparator.comparingDouble(relay -> {
                    Double kilometres = kilometres(site, relay.site());
                    return kilometres == null ? Double.MAX_VALUE : kilometres;
                }))
                .limit(MOST_RELAYS)
                .map(KnownRelay::authority)
                .toList();
    }

    /** Hosts of the same domain or subnet, of the same site, and of sites within a distance. */
    private List<NearbyHost> nearby(String name, @Nullable KnownHost self, @Nullable KnownSite site) {
        Map<Long, Double> kilometres =
                site == null ? Map.of() : nearbySites.computeIfAbsent(site.id(), _ -> nearbySites(site));
        Set<KnownHost> candidates = new LinkedHashSet<>(akin(name, self));
        int most = candidates.size() + MOST_CANDIDATES;
        for (Long near : kilometres.keySet()) {
            List<KnownHost> there = servingAtSite.getOrDefault(near, List.of());
            candidates.addAll(there.subList(0, Math.min(there.size(), Math.max(0, most - candidates.size()))));
        }
        return candidates.stream()
                .filter(host -> self == null || host.id() != self.id())
                .map(host -> nearbyHost(site, host, kilometres))
                .sorted(NearbyOrder.bestFirst(name))
                .limit(MOST_NEARBY)
                .toList();
    }

    /** Hosts that share the domain or the subnet, whether or not the catalogue knows where they are. */
    private List<KnownHost> akin(String name, @Nullable KnownHost self) {
        boolean literal = HostNames.address(name).isPresent();
        List<KnownHost> found = new ArrayList<>();
        List<String> domains = literal ? List.of() : HostNames.ownDomains(name);
        if (!domains.isEmpty()) {
            found.addAll(servingInDomain.getOrDefault(domains.getLast(), List.of()));
        }
        List<String> addresses = literal ? List.of(name) : self == null ? List.of() : self.addresses();
        for (String address : addresses) {
            HostNames.subnetPrefix(address)
                    .ifPresent(prefix -> found.addAll(servingInSubnet.getOrDefault(prefix, List.of())));
        }
        return found;
    }

    private static NearbyHost nearbyHost(@Nullable KnownSite from, KnownHost host, Map<Long, Double> kilometres) {
        KnownSite site = host.site();
        Double distance = site == null ? null : kilometres.get(site.id());
        return new NearbyHost(
                host.name(),
                site == null ? "" : site.name(),
                site == null ? null : site.place(),
                distance == null ? kilometres(from, site) : distance,
                host.services());
    }

    /** The sites in reach with their distances, nearest first: the site itself, and the nearest others. */
    private Map<Long, Double> nearbySites(KnownSite site) {
        record Reach(long id, double kilometres) {}

        Map<Long, Double> near = new LinkedHashMap<>();
        near.put(site.id(), 0.0);
        sites.values().stream()
                .filter(other -> other.id() != site.id())
                .map(other -> {
                    Double kilometres = kilometres(site, other);
                    return new Reach(other.id(), kilometres == null ? Double.MAX_VALUE : kilometres);
                })
                .filter(reach -> reach.kilometres() <= NEARBY_KM)
                .sorted(Comparator.comparingDouble(Reach::kilometres).thenComparingLong(Reach::id))
                .limit(MOST_NEARBY_SITES)
                .forEach(reach -> near.put(reach.id(), reach.kilometres()));
        return near;
    }

    private static @Nullable Double kilometres(@Nullable KnownSite a, @Nullable KnownSite b) {
        Place from = a == null ? null : a.place();
        Place to = b == null ? null : b.place();
        return from == null || to == null
                ? null
                : GreatCircle.kilometres(from.latitude(), from.longitude(), to.latitude(), to.longitude());
    }
}
