package org.waybill.service.profile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.protocol.Protocol;
import org.waybill.service.Checks;
import org.waybill.service.Xml;

/**
 * GOCDB's answers to {@code get_site} and {@code get_service_endpoint} (or {@code get_service}, which has the same
 * elements), as its schemas describe them.
 */
final class Gocdb {
    private Gocdb() {}

    static ForeignList read(String text) {
        Element root;
        try {
            root = Xml.parse(text.getBytes(StandardCharsets.UTF_8)).getDocumentElement();
        } catch (IOException e) {
            throw Checks.bad("no XML that is taken: " + e.getMessage());
        }
        if (!"results".equals(root.getLocalName())) {
            throw Checks.bad("not GOCDB's: the outermost element should be results");
        }
        ForeignList.Builder list = new ForeignList.Builder();
        int number = 0;
        for (Element element : Xml.children(root)) {
            number++;
            try {
                switch (element.getLocalName()) {
                    case "SITE" -> list.site(site(element, number));
                    case "SERVICE_ENDPOINT" -> service(element, number, list);
                    default -> throw Checks.bad("neither SITE nor SERVICE_ENDPOINT");
                }
            } catch (ServiceException e) {
                list.problem(number, String.valueOf(e.getMessage()));
            }
        }
        return list.list();
    }

    private static ForeignList.ForeignSite site(Element site, int number) {
        String name = site.getAttribute("NAME").isBlank() ? Xml.text(site, "SHORT_NAME") : site.getAttribute("NAME");
        String official = Xml.text(site, "OFFICIAL_NAME");
        Double latitude = ForeignList.degrees(Xml.text(site, "LATITUDE"));
        Double longitude = ForeignList.degrees(Xml.text(site, "LONGITUDE"));
        boolean both = latitude != null && longitude != null;
        List<String> domains = Xml.all(site, "DOMAIN_NAME").stream()
                .map(domain -> Xml.text(domain).toLowerCase(Locale.ROOT))
                .filter(domain -> !domain.isEmpty())
                .toList();
        return new ForeignList.ForeignSite(
                number,
                Checks.required("NAME", name, 200),
                official.isEmpty() ? name.strip() : official,
                "",
                ForeignList.country(Xml.text(site, "COUNTRY_CODE")),
                both ? latitude : null,
                both ? longitude : null,
                domains);
    }

    private static void service(Element service, int number, ForeignList.Builder list) {
        Optional<Protocol> protocol = ForeignList.protocol(Xml.text(service, "SERVICE_TYPE"));
        if (protocol.isEmpty()
                || !Xml.text(service, "IN_PRODUCTION").toUpperCase(Locale.ROOT).startsWith("Y")) {
            return;
        }
        String site = Checks.required("SITENAME", Xml.text(service, "SITENAME"), 200);
        String url = Xml.text(service, "URL");
        ForeignList.Door door = ForeignList.door(url.isEmpty() ? Xml.text(service, "HOSTNAME") : url);
        list.site(new ForeignList.ForeignSite(
                number, site, site, "", ForeignList.country(Xml.text(service, "COUNTRY_CODE")), null, null, List.of()));
        list.service(new ForeignList.ForeignService(
                number,
                site,
                door.host(),
                protocol.get(),
                door.port() == 0 ? protocol.get().defaultPort() : door.port()));
    }
}
