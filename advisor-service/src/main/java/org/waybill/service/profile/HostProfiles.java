package org.waybill.service.profile;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.HostProfile;
import org.waybill.api.Place;
import org.waybill.db.profile.HostRow;
import org.waybill.db.profile.SiteRow;
import org.waybill.geoip.AddressBlock;
import org.waybill.service.InputChecks;

/**
 * Profiles of hosts (Lu 2011, section 4.1.1): what the catalogue says of a host by its name, its address, its domain
 * or its subnet, what can be provisioned at its site, and which hosts nearby offer services that it may lack.
 */
public final class HostProfiles {
    private final ProfileRepositories repositories;
    private final TransactionTemplate reading;
    private final CatalogueViews views;

    HostProfiles(ProfileRepositories repositories, TransactionTemplate reading) {
        this.repositories = repositories;
        this.reading = reading;
        this.views = new CatalogueViews(repositories, reading, System::nanoTime);
    }

    /** What is known of the host; empty parts where nothing is known. Answers are at most five seconds old. */
    public HostProfile profile(String host) {
        String name = HostNames.canonical(InputChecks.required("host", host, 255));
        CatalogueView view = views.current();
        return view.profile(name, unknown -> elsewhere(unknown).flatMap(view::site));
    }

    /** The number of the site that the name's domain or the address's subnet belongs to. */
    private Optional<Long> elsewhere(String name) {
        return reading.execute(_ -> byDomain(name).or(() -> bySubnet(name)).map(SiteRow::id));
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
        return reading.execute(_ -> find.get().map(CatalogueViews::place)).orElse(null);
    }

    /** The name of the host that the catalogue knows by this address; the address itself where it knows none. */
    public String nameOf(String address) {
        String canonical = HostNames.canonical(address);
        return reading.execute(_ ->
                repositories.hosts().withAddress(canonical).map(HostRow::name).orElse(canonical));
    }

    /** To be called when the catalogue was changed here, so that the change shows at once. */
    void forget() {
        views.forget();
    }

    private Optional<HostRow> known(String canonical) {
        return repositories
                .hosts()
                .named(canonical)
                .or(() -> repositories.hosts().withAddress(canonical));
    }

    private Optional<SiteRow> byDomain(String canonical) {
        if (HostNames.address(canonical).isPresent()) {
            return Optional.empty();
        }
        return repositories.domains().anyOf(HostNames.domains(canonical)).stream()
                .max(Comparator.comparingInt(row -> row.facts().name().length()))
                .map(row -> row.facts().site());
    }

    private Optional<SiteRow> bySubnet(String canonical) {
        Optional<InetAddress> address = HostNames.address(canonical);
        return address.flatMap(found -> repositories.subnets().holding(AddressBlock.mapped(found), Limit.of(1)).stream()
                        .findFirst())
                .map(row -> row.facts().site());
    }
}
