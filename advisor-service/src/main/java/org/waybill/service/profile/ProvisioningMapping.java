package org.waybill.service.profile;

import org.waybill.api.ProvisioningKind;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.Provisioning;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.db.profile.SiteRow;
import org.waybill.db.profile.Sites;
import org.waybill.service.InputChecks;

final class ProvisioningMapping extends KindMapping<Provisioning, ProvisioningRow> {
    private final Sites sites;

    ProvisioningMapping(ProvisioningSystems rows, Sites sites) {
        super(CatalogKind.PROVISIONING, Provisioning.class, rows, "name", "system:systemKind", "site:site.name");
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
    String name(Provisioning entry) {
        return entry.name();
    }

    @Override
    Provisioning entry(ProvisioningRow row) {
        return new Provisioning(
                row.id(),
                row.version(),
                row.name(),
                ProvisioningKind.valueOf(row.systemKind()),
                row.url(),
                row.site().name());
    }

    private SiteRow site(Provisioning entry) {
        return found("site", entry.site(), sites.named(entry.site()));
    }

    @Override
    ProvisioningRow create(Provisioning entry) {
        return new ProvisioningRow(entry.name(), entry.system().name(), entry.url(), site(entry));
    }

    @Override
    void change(ProvisioningRow row, Provisioning entry) {
        row.change(entry.name(), entry.system().name(), entry.url(), site(entry));
    }

    @Override
    Provisioning withoutNumbers(Provisioning entry) {
        return new Provisioning(0, 0, entry.name(), entry.system(), entry.url(), entry.site());
    }
}
