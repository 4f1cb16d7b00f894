package org.waybill.service.profile;

import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.Site;
import org.waybill.db.profile.OrganisationRow;
import org.waybill.db.profile.Organisations;
import org.waybill.db.profile.SiteRow;
import org.waybill.db.profile.Sites;
import org.waybill.service.InputChecks;

final class SiteMapping extends KindMapping<Site, SiteRow> {
    private final Organisations organisations;

    SiteMapping(Sites rows, Organisations organisations) {
        super(CatalogKind.SITE, Site.class, rows, "name", "organisation:organisation.name", "city", "country");
        this.organisations = organisations;
    }

    @Override
    Site checked(Site entry) {
        InputChecks.between("latitude", entry.latitude(), -90, 90);
        InputChecks.between("longitude", entry.longitude(), -180, 180);
        if ((entry.latitude() == null) != (entry.longitude() == null)) {
            throw InputChecks.bad("latitude and longitude belong together: give both or none");
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
    String name(Site entry) {
        return entry.name();
    }

    @Override
    Site entry(SiteRow row) {
        return new Site(
                row.id(),
                row.version(),
                row.name(),
                row.organisation().name(),
                row.city(),
                row.country(),
                row.latitude(),
                row.longitude());
    }

    private OrganisationRow organisation(Site entry) {
        return found("organisation", entry.organisation(), organisations.named(entry.organisation()));
    }

    @Override
    SiteRow create(Site entry) {
        return new SiteRow(
                entry.name(), organisation(entry), entry.city(), entry.country(), entry.latitude(), entry.longitude());
    }

    @Override
    void change(SiteRow row, Site entry) {
        row.change(
                entry.name(), organisation(entry), entry.city(), entry.country(), entry.latitude(), entry.longitude());
    }

    @Override
    Site withoutNumbers(Site entry) {
        return new Site(
                0,
                0,
                entry.name(),
                entry.organisation(),
                entry.city(),
                entry.country(),
                entry.latitude(),
                entry.longitude());
    }
}
