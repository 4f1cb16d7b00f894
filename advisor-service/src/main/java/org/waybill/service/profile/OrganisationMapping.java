package org.waybill.service.profile;

import java.util.Locale;
import org.waybill.api.catalog.Organisation;
import org.waybill.db.profile.OrganisationRow;
import org.waybill.db.profile.Organisations;
import org.waybill.service.InputChecks;

final class OrganisationMapping extends KindMapping<Organisation, OrganisationRow.Facts, OrganisationRow> {
    OrganisationMapping(Organisations rows) {
        super(Organisation.class, rows, Organisation::name, OrganisationRow::new, "name", "country", "url");
    }

    @Override
    Organisation checked(Organisation entry) {
        return new Organisation(
                entry.id(),
                entry.version(),
                InputChecks.required("name", entry.name(), 200),
                country(entry.country()),
                Urls.checked(entry.url()));
    }

    static String country(String country) {
        String code = country.strip().toUpperCase(Locale.ROOT);
        if (!code.isEmpty() && !code.matches("[A-Z]{2}")) {
            throw InputChecks.bad("invalid country '" + InputChecks.text("country", country, 50)
                    + "': expected two letters (ISO 3166-1), such as US or CH");
        }
        return code;
    }

    @Override
    Organisation entry(OrganisationRow row) {
        OrganisationRow.Facts facts = row.facts();
        return new Organisation(row.id(), row.version(), facts.name(), facts.country(), facts.url());
    }

    @Override
    OrganisationRow.Facts facts(Organisation entry) {
        return new OrganisationRow.Facts(entry.name(), entry.country(), entry.url());
    }
}
