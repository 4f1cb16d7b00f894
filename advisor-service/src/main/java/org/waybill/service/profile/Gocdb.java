package org.waybill.service.profile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.protocol.Protocol;
import org.waybill.service.InputChecks;
import org.waybill.service.Xml;

/**
 * GOCDB's answers to {@code get_site} and {@code get_service_endpoint} (or {@code get_service}, which has the same
 * elements), as its schemas describe them.
 */
final class Gocdb {
    private Gocdb() {}

    static ExternalCatalogue read(String text) {
        Element root;
        try {
            root = Xml.parse(text.getBytes(StandardCharsets.UTF_8)).getDocumentElement();
        } catch (IOException e) {
            throw InputChecks.bad("cannot read the XML: " + e.getMessage());
        }
        if (!"results".equals(root.getLocalName())) {
            throw InputChecks.bad("not an answer of GOCDB: the root element must be results");
        }
        ExternalCatalogue list = new ExternalCatalogue();
        int number = 0;
        for (Element element : Xml.children(root)) {
            number++;
            try {
                switch (element.getLocalName()) {
                    case "SITE" -> list.add(site(element, number));
                    case "SERVICE_ENDPOINT" -> service(element, number, list);
                    default -> throw InputChecks.bad("expected SITE or SERVICE_ENDPOINT");
                }
            } catch (ServiceException e) {
                list.problem(number, String.valueOf(e.getMessage()));
            }
        }
        return list;
    }

    private static ExternalCatalogue.ForeignSite site(Element site, int number) {
        String name = site.getAttribute("NAME").isBlank() ? Xml.text(site, "SHORT_NAME") : site.getAttribute("NAME");
        String official = Xml.text(site, "OFFICIAL_NAME");
        Double latitude = ExternalCatalogue.degrees(Xml.text(site, "LATITUDE"));
        Double longitude = ExternalCatalogue.degrees(Xml.text(site, "LONGITUDE"));
        boolean both = latitude != null && longitude != null;
        List<String> domains = Xml.all(site, "DOMAIN_NAME").stream()
                .map(domain -> Xml.text(domain).toLowerCase(Locale.ROOT))
                .filter(domain -> !domain.isEmpty())
                .toList();
        return new ExternalCatalogue.ForeignSite(
                number,
                InputChecks.required("NAME", name, 200),
                official.isEmpty() ? name.strip() : official,
                "",
                ExternalCatalogue.country(Xml.text(site, "COUNTRY_CODE")),
                both ? latitude : null,
                both ? longitude : null,
                domains);
    }

    private static void service(Element service, int number, ExternalCatalogue list) {
        Optional<Protocol> protocol = ExternalCatalogue.protocol(Xml.text(service, "SERVICE_TYPE"));
        if (protocol.isEmpty()
                || !Xml.text(service, "IN_PRODUCTION").toUpperCase(Locale.ROOT).startsWith("Y")) {
            return;
        }
        String site = InputChecks.required("SITENAME", Xml.text(service, "SITENAME"), 200);
        String url = Xml.text(service, "URL");
        ExternalCatalogue.ForeignService found = ExternalCatalogue.service(
                number, site, protocol.get(), url.isEmpty() ? Xml.text(service, "HOSTNAME") : url);
        list.add(new ExternalCatalogue.ForeignSite(
                number,
                site,
                site,
                "",
                ExternalCatalogue.country(Xml.text(service, "COUNTRY_CODE")),
                null,
                null,
                List.of()));
        list.add(found);
    }
}
