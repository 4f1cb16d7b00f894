package org.waybill.service.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogEntry;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.Domain;
import org.waybill.api.catalog.Endpoint;
import org.waybill.api.catalog.Host;
import org.waybill.api.catalog.Organisation;
import org.waybill.api.catalog.Site;
import org.waybill.geoip.GreatCircle;
import org.waybill.service.profile.ExternalCatalogue.ForeignService;
import org.waybill.service.profile.ExternalCatalogue.ForeignSite;

/**
 * Imports another party's catalogue: adds organisations, sites, domains, hosts and services that are missing, and
 * completes sites and hosts of which less was known. What people entered stays as it is. See decision 0131.
 *
 * @param find asks the catalogue, within one transaction
 * @param put adds or changes by name; throws {@code BAD_REQUEST} before anything is written
 */
record ExternalCatalogueImport(
        BiFunction<CatalogKind, String, Optional<CatalogEntry>> find,
        Function<CatalogEntry, Catalogue.Outcome> put,
        ImportCount count) {
    /** Such lists hold coordinates that are off by a degree and more; within that a site may well be. */
    private static final double DOUBTFUL_KM = 300;

    void run(ExternalCatalogue list) {
        Map<String, Set<String>> hosts = new LinkedHashMap<>();
        list.services()
                .forEach(service -> hosts.computeIfAbsent(service.site(), _ -> new LinkedHashSet<>())
                        .add(service.host()));
        Map<String, String> domains = domains(list.services());
        for (ForeignSite site : list.sites()) {
            attempt(site.row(), () -> site(site, hosts.getOrDefault(site.name(), Set.of())));
            site.domains().forEach(domain -> attempt(site.row(), () -> domain(domain, site.name())));
        }
        list.services().forEach(service -> attempt(service.row(), () -> service(service)));
        domains.forEach((domain, site) -> attempt(0, () -> domain(domain, site)));
    }

    private void attempt(int row, Runnable work) {
        try {
            work.run();
        } catch (ServiceException e) {
            count.addError(row, String.valueOf(e.getMessage()));
        }
    }

    private <E extends CatalogEntry> void addMissing(
            CatalogKind kind, String name, Class<E> type, Function<@Nullable E, @Nullable E> wanted) {
        @Nullable E known = find.apply(kind, name).map(type::cast).orElse(null);
        @Nullable E entry = wanted.apply(known);
        count.add(entry == null ? Catalogue.Outcome.UNCHANGED : put.apply(entry));
    }

    private void site(ForeignSite listed, Set<String> hosts) {
        addMissing(
                CatalogKind.ORGANISATION,
                listed.organisation(),
                Organisation.class,
                known -> known != null ? null : new Organisation(0, 0, listed.organisation(), listed.country(), ""));
        ForeignSite site = believed(listed, hosts);
        addMissing(CatalogKind.SITE, site.name(), Site.class, known -> {
            if (known == null) {
                return new Site(
                        0,
                        0,
                        site.name(),
                        site.organisation(),
                        site.city(),
                        site.country(),
                        site.latitude(),
                        site.longitude());
            }
            boolean more = known.latitude() == null && site.latitude() != null;
            boolean named = known.city().isEmpty() && !site.city().isEmpty();
            return !more && !named
                    ? null
                    : new Site(
                            known.id(),
                            known.version(),
                            known.name(),
                            known.organisation(),
                            named ? site.city() : known.city(),
                            known.country().isEmpty() ? site.country() : known.country(),
                            more ? site.latitude() : known.latitude(),
                            more ? site.longitude() : known.longitude());
        });
    }

    /** The site where the catalogue knows its hosts' domain to be, if the list puts it far from there. */
    private ForeignSite believed(ForeignSite site, Set<String> hosts) {
        Double latitude = site.latitude();
        Double longitude = site.longitude();
        List<String> names = new ArrayList<>(site.domains());
        names.addAll(hosts);
        for (String name : names) {
            Site known = siteOfDomain(name).orElse(null);
            if (latitude == null
                    || longitude == null
                    || known == null
                    || known.name().equals(site.name())) {
                continue;
            }
            Double there = known.latitude();
            Double east = known.longitude();
            double kilometres =
                    there == null || east == null ? 0 : GreatCircle.kilometres(latitude, longitude, there, east);
            if (kilometres > DOUBTFUL_KM) {
                count.addError(
                        site.row(),
                        String.format(
                                Locale.ROOT,
                                "%s is listed at %.2f, %.2f, which is %.0f km "
                                        + "from %s, the site of %s: using the coordinates of %s",
                                site.name(),
                                latitude,
                                longitude,
                                kilometres,
                                known.name(),
                                name,
                                known.name()));
                return new ForeignSite(
                        site.row(),
                        site.name(),
                        site.organisation(),
                        known.city(),
                        known.country(),
                        there,
                        east,
                        site.domains());
            }
        }
        return site;
    }

    private Optional<Site> siteOfDomain(String host) {
        return HostNames.domains(HostNames.canonical(host)).stream()
                .map(domain -> find.apply(CatalogKind.DOMAIN, domain))
                .flatMap(Optional::stream)
                .findFirst()
                .map(Domain.class::cast)
                .flatMap(domain -> find.apply(CatalogKind.SITE, domain.site()))
                .map(Site.class::cast);
    }

    private void domain(String domain, String site) {
        if (find.apply(CatalogKind.SITE, site).isPresent()) {
            addMissing(
                    CatalogKind.DOMAIN,
                    HostNames.canonical(domain),
                    Domain.class,
                    known -> known != null ? null : new Domain(0, 0, domain, site));
        }
    }

    private void service(ForeignService service) {
        if (find.apply(CatalogKind.SITE, service.site()).isEmpty()) {
            return; // what was wrong with it has been said
        }
        addMissing(CatalogKind.HOST, service.host(), Host.class, known -> {
            if (known != null && !known.site().isEmpty()) {
                return null;
            }
            return new Host(0, 0, service.host(), service.site(), known == null ? List.of() : known.addresses());
        });
        addMissing(
                CatalogKind.ENDPOINT,
                service.protocol() + "://" + service.host() + ":" + service.port(),
                Endpoint.class,
                known -> known != null
                        ? null
                        : new Endpoint(0, 0, service.host(), service.protocol(), service.port(), "", null));
    }

    /** The domains in which all listed hosts are of one site, with that site; the wider of two that are nested. */
    private static Map<String, String> domains(List<ForeignService> services) {
        Map<String, Set<String>> sites = new LinkedHashMap<>();
        for (ForeignService service : services) {
            if (HostNames.address(service.host()).isEmpty()) {
                HostNames.ownDomains(service.host())
                        .forEach(domain -> sites.computeIfAbsent(domain, _ -> new LinkedHashSet<>())
                                .add(service.site()));
            }
        }
        Map<String, String> unique = new LinkedHashMap<>();
        sites.entrySet().stream()
                .filter(domain -> domain.getValue().size() == 1)
                .sorted(Comparator.comparingInt(domain -> domain.getKey().length()))
                .filter(domain -> HostNames.ownDomains(domain.getKey()).stream().noneMatch(unique::containsKey))
                .forEach(domain ->
                        unique.put(domain.getKey(), domain.getValue().iterator().next()));
        return unique;
    }
}
