package org.waybill.service.profile;

import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.Subnet;
import org.waybill.db.profile.SiteRow;
import org.waybill.db.profile.Sites;
import org.waybill.db.profile.SubnetRow;
import org.waybill.db.profile.Subnets;
import org.waybill.service.InputChecks;

final class SubnetMapping extends KindMapping<Subnet, SubnetRow> {
    private final Sites sites;

    SubnetMapping(Subnets rows, Sites sites) {
        super(CatalogKind.SUBNET, Subnet.class, rows, "prefix:firstAddress", "site:site.name");
        this.sites = sites;
    }

    @Override
    Subnet checked(Subnet entry) {
        try {
            AddressRange range = AddressRange.parse(InputChecks.required("prefix", entry.prefix(), 60));
            return new Subnet(
                    entry.id(), entry.version(), range.prefix(), InputChecks.required("site", entry.site(), 200));
        } catch (IllegalArgumentException e) {
            throw InputChecks.bad("prefix: " + e.getMessage());
        }
    }

    @Override
    String name(Subnet entry) {
        return entry.prefix();
    }

    @Override
    Subnet entry(SubnetRow row) {
        return new Subnet(row.id(), row.version(), row.prefix(), row.site().name());
    }

    private SiteRow site(Subnet entry) {
        return found("site", entry.site(), sites.named(entry.site()));
    }

    @Override
    SubnetRow create(Subnet entry) {
        AddressRange range = AddressRange.parse(entry.prefix());
        return new SubnetRow(range.prefix(), range.first(), range.last(), site(entry));
    }

    @Override
    void change(SubnetRow row, Subnet entry) {
        AddressRange range = AddressRange.parse(entry.prefix());
        row.change(range.prefix(), range.first(), range.last(), site(entry));
    }

    @Override
    Subnet withoutNumbers(Subnet entry) {
        return new Subnet(0, 0, entry.prefix(), entry.site());
    }
}
