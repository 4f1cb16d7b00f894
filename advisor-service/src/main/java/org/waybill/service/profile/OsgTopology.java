package org.waybill.service.profile;

import java.util.List;
import org.apache.commons.csv.CSVRecord;
import org.waybill.api.ServiceException;
import org.waybill.service.InputChecks;

/** The Open Science Grid's topology as CSV, a line for each service of a resource or a line for each site. */
final class OsgTopology {
    private static final List<String> RESOURCES =
            List.of("facility", "site", "fqdn", "active", "service", "uri", "latitude", "longitude");
    private static final List<String> SITES = List.of("facility", "site", "latitude", "longitude", "city", "country");

    private OsgTopology() {}

    static ExternalCatalogue read(String text) {
        ExternalCatalogue list = new ExternalCatalogue();
        CatalogFiles.csv(
                text,
                heading -> {
                    if (!heading.containsAll(RESOURCES) && !heading.containsAll(SITES)) {
                        throw InputChecks.bad("the first line must list the columns " + RESOURCES + " or " + SITES);
                    }
                },
                (row, line) -> {
                    try {
                        row(row, line, list);
                    } catch (ServiceException e) {
                        list.problem(line, String.valueOf(e.getMessage()));
                    }
                });
        return list;
    }

    private static void row(CSVRecord row, int line, ExternalCatalogue list) {
        if (RESOURCES.stream().allMatch(row::isMapped)) {
            resource(row, line, list);
        } else {
            list.add(site(row, line, cell(row, "city"), ExternalCatalogue.country(cell(row, "country"))));
        }
    }

    private static void resource(CSVRecord row, int line, ExternalCatalogue list) {
        var protocol = ExternalCatalogue.protocol(cell(row, "service"));
        if (protocol.isEmpty() || !cell(row, "active").equalsIgnoreCase("true")) {
            return;
        }
        ExternalCatalogue.ForeignSite site = site(row, line, "", "");
        ExternalCatalogue.ForeignService service = ExternalCatalogue.service(
                line, site.name(), protocol.get(), cell(row, cell(row, "uri").isEmpty() ? "fqdn" : "uri"));
        list.add(site);
        list.add(service);
    }

    private static ExternalCatalogue.ForeignSite site(CSVRecord row, int line, String city, String country) {
        Double latitude = ExternalCatalogue.degrees(cell(row, "latitude"));
        Double longitude = ExternalCatalogue.degrees(cell(row, "longitude"));
        boolean both = latitude != null && longitude != null;
        return new ExternalCatalogue.ForeignSite(
                line,
                InputChecks.required("site", cell(row, "site"), 200),
                InputChecks.required("facility", cell(row, "facility"), 200),
                city,
                country,
                both ? latitude : null,
                both ? longitude : null,
                List.of());
    }

    private static String cell(CSVRecord row, String column) {
        return row.isSet(column) ? row.get(column).strip() : "";
    }
}
