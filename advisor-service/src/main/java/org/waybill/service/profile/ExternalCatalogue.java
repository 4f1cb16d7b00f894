package org.waybill.service.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.RowError;
import org.waybill.protocol.Protocol;
import org.waybill.service.InputChecks;

/**
 * What another party's catalogue says: sites, and the transfer services of their hosts.
 *
 * @param problems what could not be read
 */
record ExternalCatalogue(Map<String, ForeignSite> sitesByName, List<ForeignService> services, List<RowError> problems) {
    private static final int MOST_ROWS = 20_000;

    /**
     * A site, or no more than its name where a list of services names it.
     *
     * @param row where it is in the list, counted from 1
     * @param country two letters; empty if unknown
     */
    record ForeignSite(
            int row,
            String name,
            String organisation,
            String city,
            String country,
            @Nullable Double latitude,
            @Nullable Double longitude,
            List<String> domains) {}

    ExternalCatalogue() {
        this(new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>());
    }

    Collection<ForeignSite> sites() {
        return sitesByName.values();
    }

    /** Adds a site; the first mention that says where it is counts. */
    void add(ForeignSite site) {
        InputChecks.atMost("sites", sitesByName.size(), MOST_ROWS);
        sitesByName.merge(site.name(), site, (known, again) -> known.latitude() == null ? again : known);
    }

    void add(ForeignService service) {
        InputChecks.atMost("services", services.size(), MOST_ROWS);
        services.add(service);
    }

    void problem(int row, String message) {
        problems.add(new RowError(row, message));
    }

    /** A service at a host. */
    record ForeignService(int row, String site, String host, Protocol protocol, int port) {}

    /**
     * A service at {@code host}, {@code host:port} or a URL; where no port is said, at the protocol's own.
     *
     * @throws ServiceException {@code BAD_REQUEST} if the text is none of them
     */
    static ForeignService service(int row, String site, Protocol protocol, String text) {
        String rest = text.strip();
        int scheme = rest.indexOf("://");
        rest = scheme < 0 ? rest : rest.substring(scheme + 3);
        int end = rest.indexOf('/');
        rest = end < 0 ? rest : rest.substring(0, end);
        int colon = rest.lastIndexOf(':');
        try {
            int port =
                    colon < 0 ? 0 : Integer.parseInt(rest.substring(colon + 1).replaceFirst("[?].*$", ""));
            String host = HostNames.canonical(colon < 0 ? rest : rest.substring(0, colon));
            if ((HostNames.isName(host) || HostNames.address(host).isPresent()) && port >= 0 && port <= 65_535) {
                return new ForeignService(row, site, host, protocol, port == 0 ? protocol.defaultPort() : port);
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw InputChecks.bad("expected a host, host:port or URL, not "
                + InputChecks.text("address", text.replaceAll("\\p{Cntrl}", " "), 500));
    }

    /** What a service type of these catalogues speaks; empty for those that transfer no files. */
    static Optional<Protocol> protocol(String serviceType) {
        String type = serviceType.strip().toLowerCase(Locale.ROOT);
        if (type.equals("srm") || type.startsWith("srmv2") || type.startsWith("srm.")) {
            return Optional.of(Protocol.SRM);
        }
        if (type.contains("gridftp")) {
            return Optional.of(Protocol.GSIFTP);
        }
        if (type.contains("xroot")) {
            return Optional.of(Protocol.XROOTD);
        }
        return type.startsWith("webdav") ? Optional.of(Protocol.DAVS) : Optional.empty();
    }

    /** Two letters for a country's English name, code or usual abbreviation; empty if it is none. */
    static String country(String text) {
        String name = text.strip();
        String known =
                switch (name.toUpperCase(Locale.ROOT)) {
                    case "USA", "U.S.", "U.S.A.", "UNITED STATES OF AMERICA" -> "US";
                    case "UK", "ENGLAND", "SCOTLAND", "WALES" -> "GB";
                    case "KOREA", "SOUTH KOREA" -> "KR";
                    default -> "";
                };
        if (!known.isEmpty()) {
            return known;
        }
        for (String code : Locale.getISOCountries()) {
            Locale country = Locale.of("", code);
            if (code.equalsIgnoreCase(name)
                    || country.getDisplayCountry(Locale.ENGLISH).equalsIgnoreCase(name)) {
                return code;
            }
        }
        return "";
    }

    /** Degrees; null for nothing. */
    static @Nullable Double degrees(String text) {
        if (text.isBlank()) {
            return null;
        }
        try {
            Double degrees = Double.valueOf(text.strip());
            return degrees.isNaN() ? null : degrees;
        } catch (NumberFormatException _) {
            throw InputChecks.bad(
                    "expected degrees, not " + InputChecks.text("coordinate", text.replaceAll("\\p{Cntrl}", " "), 100));
        }
    }
}
