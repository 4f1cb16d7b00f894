package org.waybill.service.profile;

import org.waybill.api.catalog.Site;
import org.waybill.db.profile.Organisations;
import org.waybill.db.profile.SiteRow;
import org.waybill.db.profile.Sites;
import org.waybill.db.reservation.Attachments;
import org.waybill.service.InputChecks;

final class SiteMapping extends KindMapping<Site, SiteRow.Facts, SiteRow> {
    private final Organisations organisations;
    private final Attachments attachments;

    SiteMapping(Sites rows, Organisations organisations, Attachments attachments) {
        super(
                Site.class,
                rows,
                Site::name,
                SiteRow::new,
                "name",
                "organisation:facts.organisation.facts.name",
                "city",
                "country");
        this.organisations = organisations;
        this.attachments = attachments;
    }

    @Override
    void change(SiteRow row, Site entry) {
        attachments.renamed(row.facts().name(), entry.name());
        super.change(row, entry);
    }

    @Override
    Site checked(Site entry) {
        InputChecks.between("latitude", entry.latitude(), -90, 90);
        InputChecks.between("longitude", entry.longitude(), -180, 180);
        if ((entry.latitude() == null) != (entry.longitude() == null)) {
            throw InputChecks.bad("latitude and longitude must be given together");
        }
        return new Site(
                entry.id(),
                entry.version(),
                InputChecks.required("name", entry.name(), 200),
                InputChecks.required("organisation", entry.organisation(), 200),
                InputChecks.text("city", entry.city(), 100),
                OrganisationMapping.country(entry.country()),
                entry.latitude(),
                entry.longitude());
    }

    @Override
    Site entry(SiteRow row) {
        SiteRow.Facts facts = row.facts();
        return new Site(
                row.id(),
                row.version(),
                facts.name(),
                facts.organisation().facts().name(),
                facts.city(),
                facts.country(),
                facts.latitude(),
                facts.longitude());
    }

    @Override
    SiteRow.Facts facts(Site entry) {
        return new SiteRow.Facts(
                entry.name(),
                found("organisation", entry.organisation(), organisations),
                entry.city(),
                entry.country(),
                entry.latitude(),
                entry.longitude());
    }
}
