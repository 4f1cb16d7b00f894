package org.waybill.service.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ProvisioningSystem;
import org.waybill.api.ServiceEndpoint;
import org.waybill.db.profile.CatalogRepository;
import org.waybill.db.profile.EndpointRow;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.profile.RelayRow;
import org.waybill.db.profile.SiteRow;
import org.waybill.protocol.Protocol;
import org.waybill.service.profile.CatalogueView.KnownHost;
import org.waybill.service.profile.CatalogueView.KnownRelay;
import org.waybill.service.profile.CatalogueView.KnownSite;

/**
 * The newest {@link CatalogueView}: every few seconds the tables are asked whether anything changed, and read again if
 * so. What it gives is at most five seconds old; what was changed here shows at once.
 */
final class CatalogueViews {
    private static final long STALE_NANOS = Duration.ofSeconds(5).toNanos();
    /** From then on one thread looks, while the others continue with what there is. */
    private static final long LOOK_NANOS = Duration.ofSeconds(3).toNanos();

    private final ProfileRepositories of;
    private final TransactionTemplate reading;
    private final LongSupplier nanoTime;
    private final ReentrantLock looking = new ReentrantLock();
    private final AtomicLong changes = new AtomicLong();
    private volatile @Nullable Dated newest;

    /** @param atNanos when it was seen to be the newest */
    private record Dated(CatalogueView view, String stamp, long atNanos) {}

    CatalogueViews(ProfileRepositories of, TransactionTemplate reading, LongSupplier nanoTime) {
        this.of = of;
        this.reading = reading;
        this.nanoTime = nanoTime;
    }

    CatalogueView current() {
        Dated known = newest;
        long age = known == null ? Long.MAX_VALUE : nanoTime.getAsLong() - known.atNanos();
        if (known != null && age < LOOK_NANOS) {
            return known.view();
        }
        if (known != null && age < STALE_NANOS) {
            if (!looking.tryLock()) {
                return known.view();
            }
        } else {
            looking.lock();
        }
        try {
            return look().view();
        } finally {
            looking.unlock();
        }
    }

    /** To be called when the catalogue was changed here. */
    void forget() {
        changes.incrementAndGet();
        newest = null;
    }

    private Dated look() {
        Dated known = newest;
        long now = nanoTime.getAsLong();
        long before = changes.get();
        if (known != null && now - known.atNanos() < LOOK_NANOS) {
            return known;
        }
        // dated and stamped before the rows are read: what changes meanwhile is noticed next time
        Dated seen = reading.execute(_ -> {
            String stamp = stamp();
            return known != null && known.stamp().equals(stamp)
                    ? new Dated(known.view(), stamp, now)
                    : new Dated(read(), stamp, now);
        });
        newest = seen;
        if (changes.get() != before) {
            newest = null; // what was changed here meanwhile may not be in it
        }
        return seen;
    }

    private String stamp() {
        StringBuilder stamp = new StringBuilder();
        for (CatalogRepository<?> kind : List.of(
                of.organisations(),
                of.sites(),
                of.hosts(),
                of.subnets(),
                of.domains(),
                of.endpoints(),
                of.provisioning(),
                of.relays())) {
            stamp.append(kind.stamp()).append(' ');
        }
        return stamp.toString();
    }

    private CatalogueView read() {
        Map<Long, KnownSite> sites = new HashMap<>();
        for (SiteRow site : of.sites().all()) {
            sites.put(
                    site.id(),
                    new KnownSite(
                            site.id(),
                            site.facts().name(),
                            site.facts().organisation().facts().name(),
                            place(site)));
        }
        Map<Long, List<String>> addresses = new HashMap<>();
        for (Object[] pair : of.hosts().allAddresses()) {
            addresses.computeIfAbsent((Long) pair[0], _ -> new ArrayList<>(2)).add((String) pair[1]);
        }
        Map<Long, List<ServiceEndpoint>> services = new HashMap<>();
        for (EndpointRow row : of.endpoints().all()) {
            services.computeIfAbsent(row.facts().host().id(), _ -> new ArrayList<>(2))
                    .add(service(row));
        }
        List<KnownHost> hosts = new ArrayList<>();
        for (Object[] host : of.hosts().outlines()) {
            Long id = (Long) host[0];
            hosts.add(new KnownHost(
                    id,
                    (String) host[1],
                    host[2] == null ? null : sites.get((Long) host[2]),
                    List.copyOf(addresses.getOrDefault(id, List.of())),
                    List.copyOf(services.getOrDefault(id, List.of()))));
        }
        return new CatalogueView(hosts, sites, provisioning(), relays(sites));
    }

    private Map<Long, List<ProvisioningSystem>> provisioning() {
        Map<Long, List<ProvisioningSystem>> systems = new HashMap<>();
        for (ProvisioningRow row : of.provisioning().all()) {
            systems.computeIfAbsent(row.facts().site().id(), _ -> new ArrayList<>())
                    .add(new ProvisioningSystem(
                            row.facts().name(),
                            ProvisioningKind.valueOf(row.facts().systemKind()),
                            row.facts().url()));
        }
        return systems;
    }

    private List<KnownRelay> relays(Map<Long, KnownSite> sites) {
        return of.relays().all().stream()
                .map((RelayRow relay) -> {
                    SiteRow site = relay.facts().host().site();
                    return new KnownRelay(
                            HostNames.authority(
                                    relay.facts().host().name(), relay.facts().port()),
                            site == null ? null : sites.get(site.id()));
                })
                .toList();
    }

    private static ServiceEndpoint service(EndpointRow row) {
        EndpointRow.Facts facts = row.facts();
        return new ServiceEndpoint(
                Protocol.valueOf(facts.protocol()),
                facts.host().name(),
                facts.port(),
                facts.banner(),
                facts.lastSeenOpen());
    }

    /** Where a site is; null if the catalogue does not say. */
    static @Nullable Place place(SiteRow site) {
        SiteRow.Facts facts = site.facts();
        Double latitude = facts.latitude();
        Double longitude = facts.longitude();
        return latitude == null || longitude == null
                ? null
                : new Place(facts.city(), facts.country(), latitude, longitude, PlaceBasis.CATALOGUE);
    }
}
