package org.waybill.service.profile;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.HostProfile;
import org.waybill.api.NearbyHost;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.api.Protocol;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ProvisioningSystem;
import org.waybill.api.ServiceEndpoint;
import org.waybill.db.profile.EndpointRow;
import org.waybill.db.profile.HostRow;
import org.waybill.db.profile.RelayRow;
import org.waybill.db.profile.SiteRow;
import org.waybill.service.Checks;
import org.waybill.service.TimedCache;

/**
 * Profiles of hosts (Lu 2011, section 4.1.1): what the catalogue says of a host by its name, its address, its domain
 * or its subnet, what can be provisioned at its site, and which hosts nearby offer services that it may lack.
 */
public final class HostProfiles {
    private static final Duration STALE = Duration.ofSeconds(5);
    private static final int MOST_CACHED = 20_000;
    /** Farther away, a detour rarely pays. */
    private static final double NEARBY_KM = 800;
    private static final int MOST_NEARBY_SITES = 20;
    private static final int MOST_CANDIDATES = 200;
    private static final int MOST_NEARBY = 10;
    private static final int MOST_RELAYS = 10;

    private final ProfileRepositories repositories;
    private final TransactionTemplate reading;
    private final TimedCache<String, HostProfile> profiles;
    private final TimedCache<String, List<SiteRow>> placedSites;

    HostProfiles(ProfileRepositories repositories, TransactionTemplate reading) {
        this.repositories = repositories;
        this.reading = reading;
        this.profiles = new TimedCache<>(STALE, MOST_CACHED, System::nanoTime);
        this.placedSites = new TimedCache<>(STALE, 1, System::nanoTime);
    }

    /** What is known of the host; empty parts where nothing is known. Answers are at most five seconds old. */
    public HostProfile profile(String host) {
        String name = HostNames.canonical(Checks.required("host", host, 255));
        return profiles.get(name, this::read);
    }

    /** Where the catalogue puts this very host or the narrowest subnet that holds it; null if it does not say. */
    public @Nullable Place place(String address, @Nullable String name) {
        String canonical = HostNames.canonical(address);
        return placeOf(() -> {
            Optional<SiteRow> site = known(canonical).map(HostRow::site);
            if (site.isEmpty() && name != null) {
                site = known(HostNames.canonical(name)).map(HostRow::site);
            }
            return site.or(() -> bySubnet(canonical));
        });
    }

    /** Where the catalogue puts the domain that the host is in; null if it does not say. */
    public @Nullable Place placeOfDomain(String name) {
        String canonical = HostNames.canonical(name);
        return placeOf(() -> byDomain(canonical));
    }

    private @Nullable Place placeOf(Supplier<Optional<SiteRow>> find) {
        Optional<Place> place = reading.execute(_ -> find.get().map(HostProfiles::place));
        return place == null ? null : place.orElse(null);
    }

    /** The name of the host that the catalogue knows by this address; the address itself where it knows none. */
    public String nameOf(String address) {
        String canonical = HostNames.canonical(address);
        String name = reading.execute(_ ->
                repositories.hosts().withAddress(canonical).map(HostRow::name).orElse(canonical));
        return name == null ? canonical : name;
    }

    /** To be called when the catalogue was changed here, so that the change shows at once. */
    void forget() {
        profiles.forgetAll();
        placedSites.forgetAll();
    }

    private HostProfile read(String name) {
        HostProfile profile = reading.execute(_ -> {
            Optional<HostRow> host = known(name);
            SiteRow site = host.map(HostRow::site).or(() -> byDomain(name)).or(() -> bySubnet(name)).orElse(null);
            Collection<Long> id = host.map(row -> List.of(row.id())).orElse(List.of());
            List<ServiceEndpoint> services = id.isEmpty() ? List.of()
                    : repositories.endpoints().ofHosts(id).stream().map(HostProfiles::service).toList();
            return new HostProfile(name, site == null ? "" : site.name(),
                    site == null ? "" : site.organisation().name(), place(site), services, provisioning(site),
                    relays(site), nearby(name, host.orElse(null), site));
        });
        if (profile == null) {
            throw new IllegalStateException("a transaction without a result");
        }
        return profile;
    }

    private Optional<HostRow> known(String canonical) {
        return repositories.hosts().named(canonical).or(() -> repositories.hosts().withAddress(canonical));
    }

    private Optional<SiteRow> byDomain(String canonical) {
        if (HostNames.address(canonical).isPresent()) {
            return Optional.empty();
        }
        return repositories.domains().anyOf(HostNames.domains(canonical)).stream()
                .max(Comparator.comparingInt(row -> row.name().length())).map(row -> row.site());
    }

    private Optional<SiteRow> bySubnet(String canonical) {
        Optional<InetAddress> address = HostNames.address(canonical);
        return address.flatMap(found ->
                repositories.subnets().holding(AddressRange.bytes(found), Limit.of(1)).stream().findFirst())
                .map(row -> row.site());
    }

    private static @Nullable Place place(@Nullable SiteRow site) {
        if (site == null) {
            return null;
        }
        Double latitude = site.latitude();
        Double longitude = site.longitude();
        return latitude == null || longitude == null ? null
                : new Place(site.city(), site.country(), latitude, longitude, PlaceBasis.CATALOGUE);
    }

    private List<ProvisioningSystem> provisioning(@Nullable SiteRow site) {
        return site == null ? List.of() : repositories.provisioning().serving(site.id()).stream()
                .map(row -> new ProvisioningSystem(row.name(), ProvisioningKind.valueOf(row.systemKind()), row.url()))
                .toList();
    }

    private List<String> relays(@Nullable SiteRow site) {
        Comparator<RelayRow> byDistance = Comparator.comparingDouble(relay -> {
            Double kilometres = Distances.kilometres(site, relay.host().site());
            return kilometres == null ? Double.MAX_VALUE : kilometres;
        });
        return repositories.relays().all().stream().sorted(byDistance).limit(MOST_RELAYS)
                .map(relay -> authority(relay.host().name(), relay.port())).toList();
    }

    private static String authority(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    private static ServiceEndpoint service(EndpointRow row) {
        return new ServiceEndpoint(Protocol.valueOf(row.protocol()), row.host().name(), row.port(), row.banner(),
                row.lastSeenOpen());
    }

    /** Hosts of the same domain or subnet, of the same site, and of sites within a distance. */
    private List<NearbyHost> nearby(String name, @Nullable HostRow self, @Nullable SiteRow site) {
        Map<Long, Double> kilometres = site == null ? Map.of() : nearbySites(site);
        Map<Long, HostRow> candidates = new LinkedHashMap<>();
        akin(name, self).forEach(host -> candidates.put(host.id(), host));
        if (!kilometres.isEmpty()) {
            repositories.hosts().atSites(kilometres.keySet(), Limit.of(MOST_CANDIDATES))
                    .forEach(host -> candidates.put(host.id(), host));
        }
        if (candidates.isEmpty()) {
            return List.of();
        }
        Map<Long, List<ServiceEndpoint>> services = new LinkedHashMap<>();
        repositories.endpoints().ofHosts(candidates.keySet()).forEach(row ->
                services.computeIfAbsent(row.host().id(), _ -> new ArrayList<>()).add(service(row)));
        return candidates.values().stream()
                .filter(host -> self == null || host.id() != self.id())
                .filter(host -> services.containsKey(host.id()))
                .map(host -> nearbyHost(site, host, kilometres, services))
                .sorted(NearbyOrder.bestFirst(name)).limit(MOST_NEARBY).toList();
    }

    /** Hosts that share the domain or the subnet, whether or not the catalogue knows where they are. */
    private List<HostRow> akin(String name, @Nullable HostRow self) {
        Optional<InetAddress> literal = HostNames.address(name);
        List<HostRow> found = new ArrayList<>();
        List<String> domains = literal.isPresent() ? List.of() : HostNames.ownDomains(name);
        if (!domains.isEmpty()) {
            found.addAll(repositories.hosts().inDomain("." + domains.getLast(), Limit.of(MOST_CANDIDATES)));
        }
        List<String> addresses = literal.isPresent() ? List.of(name) : self == null ? List.of() : self.addresses();
        for (String address : addresses) {
            HostNames.subnetPrefix(address).ifPresent(prefix ->
                    found.addAll(repositories.hosts().inSubnet(prefix, Limit.of(MOST_CANDIDATES))));
        }
        return found;
    }

    private static NearbyHost nearbyHost(@Nullable SiteRow from, HostRow host, Map<Long, Double> kilometres,
            Map<Long, List<ServiceEndpoint>> services) {
        SiteRow site = host.site();
        Double distance = site == null ? null : kilometres.get(site.id());
        return new NearbyHost(host.name(), site == null ? "" : site.name(), place(site),
                distance == null ? Distances.kilometres(from, site) : distance,
                List.copyOf(services.getOrDefault(host.id(), List.of())));
    }

    /** The sites in reach with their distances: the site itself, and the nearest others. */
    private Map<Long, Double> nearbySites(SiteRow site) {
        record Reach(long id, double kilometres) {}

        Map<Long, Double> near = new LinkedHashMap<>();
        near.put(site.id(), 0.0);
        placedSites.get("", _ -> repositories.sites().placed()).stream()
                .filter(other -> other.id() != site.id())
                .map(other -> {
                    Double kilometres = Distances.kilometres(site, other);
                    return new Reach(other.id(), kilometres == null ? Double.MAX_VALUE : kilometres);
                })
                .filter(reach -> reach.kilometres() <= NEARBY_KM)
                .sorted(Comparator.comparingDouble(Reach::kilometres)).limit(MOST_NEARBY_SITES)
                .forEach(reach -> near.put(reach.id(), reach.kilometres()));
        return near;
    }
}
