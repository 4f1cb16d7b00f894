package org.waybill.service.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVParser;
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
        ExternalCatalogue.Builder list = new ExternalCatalogue.Builder();
        try (CSVParser parser = CatalogFiles.csv(text)) {
            boolean resources = parser.getHeaderNames().containsAll(RESOURCES);
            if (!resources && !parser.getHeaderNames().containsAll(SITES)) {
                throw InputChecks.bad("the first line must list the columns " + RESOURCES + " or " + SITES);
            }
            for (CSVRecord row : parser) {
                int line = (int) parser.getCurrentLineNumber();
                try {
                    if (resources) {
                        resource(row, line, list);
                    } else {
                        list.site(site(row, line, cell(row, "city"), ExternalCatalogue.country(cell(row, "country"))));
                    }
                } catch (ServiceException e) {
                    list.problem(line, String.valueOf(e.getMessage()));
                }
            }
        } catch (CSVException | UncheckedIOException | IllegalStateException | IllegalArgumentException e) {
            throw InputChecks.bad("not valid CSV: "
                    + InputChecks.text("message", String.valueOf(e.getMessage()).replaceAll("\\p{Cntrl}", " "), 500));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return list.list();
    }

    private static void resource(CSVRecord row, int line, ExternalCatalogue.Builder list) {
        var protocol = ExternalCatalogue.protocol(cell(row, "service"));
        if (protocol.isEmpty() || !cell(row, "active").equalsIgnoreCase("true")) {
            return;
        }
        ExternalCatalogue.ServicePort door =
                ExternalCatalogue.door(cell(row, cell(row, "uri").isEmpty() ? "fqdn" : "uri"));
        ExternalCatalogue.ForeignSite site = site(row, line, "", "");
        list.site(site);
        list.service(new ExternalCatalogue.ForeignService(
                line,
                site.name(),
                door.host(),
                protocol.get(),
                door.port() == 0 ? protocol.get().defaultPort() : door.port()));
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
