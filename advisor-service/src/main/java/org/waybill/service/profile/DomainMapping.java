package org.waybill.service.profile;

import org.waybill.api.catalog.Domain;
import org.waybill.db.profile.DomainRow;
import org.waybill.db.profile.Domains;
import org.waybill.db.profile.Sites;
import org.waybill.service.InputChecks;

final class DomainMapping extends KindMapping<Domain, DomainRow.Facts, DomainRow> {
    private final Sites sites;

    DomainMapping(Domains rows, Sites sites) {
        super(Domain.class, rows, Domain::name, DomainRow::new, "name", "site:facts.site.facts.name");
        this.sites = sites;
    }

    @Override
    Domain checked(Domain entry) {
        String name = HostNames.canonical(InputChecks.required("name", entry.name(), 255));
        if (!HostNames.isName(name) || HostNames.address(name).isPresent()) {
            throw InputChecks.bad("invalid name: expected a domain such as example.org");
        }
        return new Domain(entry.id(), entry.version(), name, InputChecks.required("site", entry.site(), 200));
    }

    @Override
    Domain entry(DomainRow row) {
        DomainRow.Facts facts = row.facts();
        return new Domain(
                row.id(), row.version(), facts.name(), facts.site().facts().name());
    }

    @Override
    DomainRow.Facts facts(Domain entry) {
        return new DomainRow.Facts(entry.name(), found("site", entry.site(), sites));
    }
}
