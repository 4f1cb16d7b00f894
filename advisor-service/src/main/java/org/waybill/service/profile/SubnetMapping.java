package org.waybill.service.profile;

import org.waybill.api.catalog.Subnet;
import org.waybill.db.profile.Sites;
import org.waybill.db.profile.SubnetRow;
import org.waybill.db.profile.Subnets;
import org.waybill.service.InputChecks;

final class SubnetMapping extends KindMapping<Subnet, SubnetRow.Facts, SubnetRow> {
    private final Sites sites;

    SubnetMapping(Subnets rows, Sites sites) {
        super(
                Subnet.class,
                rows,
                Subnet::prefix,
                SubnetRow::new,
                "prefix:facts.firstAddress",
                "site:facts.site.facts.name");
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
    Subnet entry(SubnetRow row) {
        SubnetRow.Facts facts = row.facts();
        return new Subnet(
                row.id(), row.version(), facts.prefix(), facts.site().facts().name());
    }

    @Override
    SubnetRow.Facts facts(Subnet entry) {
        AddressRange range = AddressRange.parse(entry.prefix());
        return new SubnetRow.Facts(range.prefix(), range.first(), range.last(), found("site", entry.site(), sites));
    }
}
