package org.waybill.service.profile;

import java.util.ArrayList;
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
 * What somebody else's catalogue says: sites, and the transfer services of their hosts.
 *
 * @param problems what could not be read
 */
record ExternalCatalogue(List<ForeignSite> sites, List<ForeignService> services, List<RowError> problems) {
    private static final int MOST_ROWS = 20_000;

    /**
     * A site, or no more than its name where a list of services names it.
     *
     * @param row where it stands in the list, counted from 1
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

    /** A service at a host. */
    record ForeignService(int row, String site, String host, Protocol protocol, int port) {}

    /** Collects a list; the first mention of a site that says where it is counts. */
    static final class Builder {
        private final Map<String, ForeignSite> sites = new LinkedHashMap<>();
        private final List<ForeignService> services = new ArrayList<>();
        private final List<RowError> problems = new ArrayList<>();

        void site(ForeignSite site) {
            InputChecks.atMost("sites", sites.size(), MOST_ROWS);
            sites.merge(site.name(), site, (known, again) -> known.latitude() == null ? again : known);
        }

        void service(ForeignService service) {
            InputChecks.atMost("services", services.size(), MOST_ROWS);
            services.add(service);
        }

        void problem(int row, String message) {
            problems.add(new RowError(row, message));
        }

        ExternalCatalogue list() {
            return new ExternalCatalogue(List.copyOf(sites.values()), List.copyOf(services), List.copyOf(problems));
        }
    }

    /** Where a service listens. */
    record ServicePort(String host, int port) {}

    /**
     * Reads {@code host}, {@code host:port} or a URL; port 0 where none is said.
     *
     * @throws ServiceException {@code BAD_REQUEST} if it is none of them
     */
    static ServicePort door(String text) {
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
                return new ServicePort(host, port);
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw InputChecks.bad("expected a host, host:port or URL, not "
                + InputChecks.text("address", text.replaceAll("\\p{Cntrl}", " "), 500));
    }

    /** What a service type of these catalogues speaks; empty for those that move no files. */
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
