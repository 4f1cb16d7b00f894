package org.waybill.service.provision;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.waybill.api.HostProfile;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ServiceException;
import org.waybill.db.profile.OrganisationRow;
import org.waybill.db.profile.Organisations;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.db.profile.SiteRow;
import org.waybill.db.profile.Sites;
import org.waybill.db.reservation.AttachmentRow;
import org.waybill.db.reservation.Attachments;
import org.waybill.db.reservation.CircuitLinks;
import org.waybill.service.InputChecks;
import org.waybill.service.profile.HostProfiles;

/** Which provisioning systems both hosts are attached to, and where. */
record AttachedSystems(
        ProvisioningSystems systems,
        Attachments attachments,
        CircuitLinks links,
        HostProfiles profiles,
        Sites sites,
        Organisations organisations) {
    private static final String OWN_SITE = "Waybill circuits";

    /** A system with both hosts in its own terms. */
    record Pair(ProvisioningRow system, String ingress, String egress) {
        ProvisioningKind kind() {
            return ProvisioningKind.valueOf(system.facts().systemKind());
        }
    }

    /** An end: what was asked for, and the host and site that it is in the catalogue. */
    private record End(String text, String host, String site) {}

    /** Every system that both hosts are attached to. */
    List<Pair> between(String source, String destination) {
        End from = end(source);
        End to = end(destination);
        Map<Long, String> ingresses = points(from);
        Map<Long, String> egresses = points(to);
        for (long system : addressing(from, to)) {
            ingresses.putIfAbsent(system, from.host());
            egresses.putIfAbsent(system, to.host());
        }
        List<Pair> pairs = new ArrayList<>();
        ingresses.forEach((system, ingress) -> {
            String egress = egresses.get(system);
            if (egress != null && !egress.equals(ingress)) {
                systems.findById(system).ifPresent(row -> pairs.add(new Pair(row, ingress, egress)));
            }
        });
        return pairs;
    }

    /** What knows hosts by their addresses reaches every host as long as one of the two is of its site. */
    private Set<Long> addressing(End from, End to) {
        Set<Long> found = new LinkedHashSet<>();
        for (End end : List.of(from, to)) {
            profiles.profile(end.host()).provisioning().stream()
                    .filter(system -> system.kind().knowsAddresses())
                    .forEach(system -> systems.named(system.name()).ifPresent(row -> found.add(row.id())));
        }
        return found;
    }

    /** The named system. */
    ProvisioningRow system(String name) {
        return systems.named(name).orElseThrow(() -> ServiceException.notFound("no provisioning system named " + name));
    }

    /** The named system, or a built-in one of that name, at a site that represents this service. */
    ProvisioningRow systemOrOurOwn(String name) {
        return systems.named(name)
                .orElseGet(() -> systems.saveAndFlush(new ProvisioningRow(
                        new ProvisioningRow.Facts(name, ProvisioningKind.BUILT_IN.name(), "", ownSite()))));
    }

    private SiteRow ownSite() {
        return sites.named(OWN_SITE)
                .orElseGet(() -> sites.saveAndFlush(
                        new SiteRow(new SiteRow.Facts(OWN_SITE, ownOrganisation(), "", "", null, null))));
    }

    private OrganisationRow ownOrganisation() {
        return organisations
                .named(OWN_SITE)
                .orElseGet(() ->
                        organisations.saveAndFlush(new OrganisationRow(new OrganisationRow.Facts(OWN_SITE, "", ""))));
    }

    /** Both ends in the words of the named system. */
    Pair through(String system, String source, String destination) {
        ProvisioningRow row = system(system);
        return between(source, destination).stream()
                .filter(pair -> pair.system().id() == row.id())
                .findFirst()
                .orElseThrow(() -> InputChecks.bad("source and destination are not attached to different points of "
                        + system + ": add an attachment"));
    }

    /** A subject of attachments: the name of a site, or a host in the form in which hosts are compared. */
    String subject(String text) {
        return sites.named(text).isPresent() ? text : profiles.profile(text).host();
    }

    private End end(String text) {
        HostProfile profile = profiles.profile(text);
        return new End(text, profile.host(), profile.site());
    }

    /** The end's point by system: as a host, else by its site, else because it is the name of a node. */
    private Map<Long, String> points(End end) {
        Map<Long, String> points = new LinkedHashMap<>();
        Set<String> subjects = new LinkedHashSet<>(List.of(end.host(), end.site()));
        subjects.remove("");
        List<AttachmentRow> found = subjects.isEmpty() ? List.of() : attachments.ofAny(subjects);
        for (String subject : subjects) {
            found.stream()
                    .map(AttachmentRow::facts)
                    .filter(at -> at.subject().equals(subject))
                    .forEach(at -> points.putIfAbsent(at.provisioning(), at.point()));
        }
        links.systemsWithNode(end.text()).forEach(system -> points.putIfAbsent(system, end.text()));
        return points;
    }
}
