package org.waybill.service.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.catalog.Provisioning;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.db.profile.Sites;
import org.waybill.db.reservation.AttachmentRow;
import org.waybill.db.reservation.Attachments;
import org.waybill.db.reservation.CircuitLinkRow;
import org.waybill.db.reservation.CircuitLinks;
import org.waybill.service.InputChecks;

/** With a system go its topology and who is attached to it, which come back with it, a line each. */
final class ProvisioningMapping extends KindMapping<Provisioning, ProvisioningRow.Facts, ProvisioningRow> {
    private static final String LINK = "link";
    private static final String ATTACHMENT = "attachment";

    private final Sites sites;
    private final CircuitLinks links;
    private final Attachments attachments;

    ProvisioningMapping(ProvisioningSystems rows, Sites sites, CircuitLinks links, Attachments attachments) {
        super(
                Provisioning.class,
                rows,
                Provisioning::name,
                ProvisioningRow::new,
                "name",
                "system:facts.systemKind",
                "site:facts.site.facts.name");
        this.sites = sites;
        this.links = links;
        this.attachments = attachments;
    }

    @Override
    String details(ProvisioningRow row) {
        Stream<String> connections = links.of(row.id()).stream()
                .map(link -> String.join(
                        "\t",
                        LINK,
                        link.facts().source(),
                        link.facts().target(),
                        String.valueOf(link.facts().parallel()),
                        String.valueOf(link.bitsPerSecond()),
                        String.valueOf(link.metric())));
        Stream<String> attached = attachments.of(row.id()).stream()
                .map(AttachmentRow::facts)
                .map(at -> String.join("\t", ATTACHMENT, at.subject(), at.point()));
        return Stream.concat(connections, attached).collect(Collectors.joining("\n"));
    }

    @Override
    void restore(long id, String details) {
        List<CircuitLinkRow> connections = new ArrayList<>();
        List<AttachmentRow> attached = new ArrayList<>();
        for (String line : details.split("\n")) {
            String[] parts = line.split("\t", -1);
            if (parts[0].equals(LINK)) {
                connections.add(new CircuitLinkRow(
                        new CircuitLinkRow.Place(id, parts[1], parts[2], Integer.parseInt(parts[3])),
                        Double.parseDouble(parts[4]),
                        Double.parseDouble(parts[5])));
            } else if (parts[0].equals(ATTACHMENT)) {
                attached.add(new AttachmentRow(new AttachmentRow.Facts(id, parts[1], parts[2])));
            }
        }
        links.saveAll(connections);
        attachments.saveAll(attached);
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
