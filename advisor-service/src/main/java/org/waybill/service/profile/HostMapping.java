package org.waybill.service.profile;

import java.util.List;
import org.waybill.api.catalog.CatalogEntry;
import org.waybill.api.catalog.Host;
import org.waybill.db.profile.Endpoints;
import org.waybill.db.profile.HostRow;
import org.waybill.db.profile.Hosts;
import org.waybill.db.profile.SiteRow;
import org.waybill.db.profile.Sites;
import org.waybill.db.reservation.Attachments;
import org.waybill.service.AddressText;
import org.waybill.service.InputChecks;

final class HostMapping extends KindMapping<Host, HostRow.Facts, HostRow> {
    private static final int MOST_ADDRESSES = 64;

    private final Sites sites;
    private final Endpoints endpoints;
    private final Attachments attachments;

    HostMapping(Hosts rows, Sites sites, Endpoints endpoints, Attachments attachments) {
        super(
                Host.class,
                rows,
                Host::name,
                facts -> new HostRow(facts.name(), facts.site(), List.of()),
                "name",
                "site:s.facts.name");
        this.sites = sites;
        this.endpoints = endpoints;
        this.attachments = attachments;
    }

    @Override
    List<CatalogEntry> entriesWith(HostRow row) {
        return endpoints.ofHosts(List.of(row.id())).stream()
                .<CatalogEntry>map(EndpointMapping::entryOf)
                .toList();
    }

    @Override
    Host checked(Host entry) {
        InputChecks.atMost("addresses", entry.addresses().size(), MOST_ADDRESSES);
        List<String> addresses =
                entry.addresses().stream().map(HostMapping::address).distinct().toList();
        return new Host(
                entry.id(),
                entry.version(),
                HostNames.checked("name", entry.name()),
                InputChecks.text("site", entry.site(), 200),
                addresses);
    }

    @Override
    void delete(HostRow row) {
        // those that were read are removed here: Hibernate does not know that the database would
        endpoints.deleteAll(endpoints.ofHosts(List.of(row.id())));
        endpoints.flush();
        super.delete(row);
    }

    private static String address(String text) {
        return HostNames.address(text.strip())
                .map(AddressText::of)
                .orElseThrow(() -> InputChecks.bad(
                        "expected an IPv4 or IPv6 address, not " + InputChecks.text("address", text, 100)));
    }

    @Override
    Host entry(HostRow row) {
        SiteRow site = row.site();
        return new Host(
                row.id(),
                row.version(),
                row.name(),
                site == null ? "" : site.facts().name(),
                row.addresses());
    }

    @Override
    HostRow.Facts facts(Host entry) {
        return new HostRow.Facts(entry.name(), entry.site().isEmpty() ? null : found("site", entry.site(), sites));
    }

    @Override
    HostRow create(Host entry) {
        HostRow row = super.create(entry);
        row.change(entry.addresses());
        return row;
    }

    @Override
    void change(HostRow row, Host entry) {
        attachments.renamed(row.name(), entry.name());
        super.change(row, entry);
        row.change(entry.addresses());
    }
}
