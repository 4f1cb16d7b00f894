package org.waybill.service.profile;

import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.Domain;
import org.waybill.db.profile.DomainRow;
import org.waybill.db.profile.Domains;
import org.waybill.db.profile.SiteRow;
import org.waybill.db.profile.Sites;
import org.waybill.service.InputChecks;

final class DomainMapping extends KindMapping<Domain, DomainRow> {
    private final Sites sites;

    DomainMapping(Domains rows, Sites sites) {
        super(CatalogKind.DOMAIN, Domain.class, rows, "name", "site:site.name");
        this.sites = sites;
    }

    @Override
    Domain checked(Domain entry) {
        String name = HostNames.canonical(InputChecks.required("name", entry.name(), 255));
        if (!HostNames.isName(name) || HostNames.address(name).isPresent()) {
            throw InputChecks.bad("name is not a domain, should be like example.org");
        }
        return new Domain(entry.id(), entry.version(), name, InputChecks.required("site", entry.site(), 200));
    }

    @Override
    String name(Domain entry) {
        return entry.name();
    }

    @Override
    Domain entry(DomainRow row) {
        return new Domain(row.id(), row.version(), row.name(), row.site().name());
    }

    private SiteRow site(Domain entry) {
        return found("site", entry.site(), sites.named(entry.site()));
    }

    @Override
    DomainRow create(Domain entry) {
        return new DomainRow(entry.name(), site(entry));
    }

    @Override
    void change(DomainRow row, Domain entry) {
        row.change(entry.name(), site(entry));
    }

    @Override
    Domain withoutNumbers(Domain entry) {
        return new Domain(0, 0, entry.name(), entry.site());
    }
}
