package org.waybill.service.profile;

import org.waybill.api.ProvisioningKind;
import org.waybill.api.catalog.Provisioning;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.db.profile.Sites;
import org.waybill.service.InputChecks;

final class ProvisioningMapping extends KindMapping<Provisioning, ProvisioningRow.Facts, ProvisioningRow> {
    private final Sites sites;

    ProvisioningMapping(ProvisioningSystems rows, Sites sites) {
        super(
                Provisioning.class,
                rows,
                Provisioning::name,
                ProvisioningRow::new,
                "name",
                "system:facts.systemKind",
                "site:facts.site.facts.name");
        this.sites = sites;
    }

    @Override
    Provisioning checked(Provisioning entry) {
        return new Provisioning(
                entry.id(),
                entry.version(),
                InputChecks.required("name", entry.name(), 200),
                entry.system(),
                Urls.checked(entry.url()),
                InputChecks.required("site", entry.site(), 200));
    }

    @Override
    Provisioning entry(ProvisioningRow row) {
        ProvisioningRow.Facts facts = row.facts();
        return new Provisioning(
                row.id(),
                row.version(),
                facts.name(),
                ProvisioningKind.valueOf(facts.systemKind()),
                facts.url(),
                facts.site().facts().name());
    }

    @Override
    ProvisioningRow.Facts facts(Provisioning entry) {
        return new ProvisioningRow.Facts(
                entry.name(), entry.system().name(), entry.url(), found("site", entry.site(), sites));
    }
}
