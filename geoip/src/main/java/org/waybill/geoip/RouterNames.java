package org.waybill.geoip;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Places that operators write into router names. A name is a hint and may be stale: {@link RouterLocator} drops what
 * the round-trip time forbids.
 */
record RouterNames(CodeTable codes) {
    /** {@code denvcr5-ip-a-sacrcr5}: the first token is the router that answers, the last its neighbour. */
    private static final Pattern ESNET_ROUTER =
            Pattern.compile("([a-z][a-z0-9-]*?)-?(?:cr|mr|rt|ar|br|er|pt|sw|dt|asw|star)[0-9]+[a-z]?(?:-.*)?");
    /** ESnet's devices as OSCARS names them, without a domain: {@code denv-cr5}. */
    private static final Pattern ESNET_DEVICE = Pattern.compile("([a-z][a-z0-9-]*)-(?:cr|mr|rt)[0-9]+[a-z]?");
    /** The same form keeps its meaning where a customer names his end of an ESnet link. */
    private static final Pattern ESNET_LINK = Pattern.compile("([a-z]+)(?:cr|mr|rt)[0-9]+-ip-[a-z]-[a-z0-9]+");
    /** {@code et-10-0-0.107.rtsw.chic.net.internet2.edu}. */
    private static final Pattern INTERNET2 = Pattern.compile("(?:.*\\.)?([a-z0-9]+)\\.(?:net|nrp)\\.internet2\\.edu");
    /** {@code ae2.mx1.gen.ch.geant.net}. */
    private static final Pattern GEANT =
            Pattern.compile("(?:.*\\.)?([a-z]{3})[0-9]*\\.([a-z]{2})\\.geant\\.(?:net|org)");
    /** {@code chi3}, {@code fra}, {@code nyc01}. */
    private static final Pattern AIRPORT = Pattern.compile("([a-z]{3})([0-9]{0,2})");

    private static final int SHORTEST_CITY = 6;
    /** Airports whose codes are also words of router names. */
    private static final Set<String> WORDS = Set.of(
            "gig", "man", "lin", "for", "can", "per", "los", "del", "sat", "san", "las", "was", "mad", "ham", "par",
            "bud", "sea", "sin", "oak", "den", "her", "ind", "hel", "rio", "cha");

    /** The place written into a name, or null. */
    @Nullable
    Place find(String routerName) {
        String name = routerName.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
        String host = name.replaceFirst("\\..*$", "");
        if (name.endsWith(".es.net")) {
            return byPop(ESNET_ROUTER.matcher(host));
        }
        if (name.indexOf('.') < 0) {
            return byPop(ESNET_DEVICE.matcher(name));
        }
        if (name.endsWith(".internet2.edu")) {
            return byPop(INTERNET2.matcher(name));
        }
        Matcher geant = GEANT.matcher(name);
        if (geant.matches()) {
            // the domain registry says uk, ISO 3166 says GB
            String country = geant.group(2).equals("uk") ? "GB" : geant.group(2).toUpperCase(Locale.ROOT);
            return codes.geant(geant.group(1), country);
        }
        Place linked = byPop(ESNET_LINK.matcher(host));
        return linked != null ? linked : generic(name);
    }

    private @Nullable Place byPop(Matcher matcher) {
        return matcher.matches() ? codes.pop(matcher.group(1).replace("-", "")) : null;
    }

    /** Looks for airport codes and city names, from the domain towards the interface. */
    private @Nullable Place generic(String name) {
        String[] labels = name.split("\\.");
        for (int i = labels.length - 1 - domainLabels(labels); i >= 0; i--) {
            List<Place> found = new ArrayList<>();
            for (String token : labels[i].split("[^a-z0-9]+")) {
                Place place = token(token, i > 0);
                if (place != null && !found.contains(place)) {
                    found.add(place);
                }
            }
            if (found.size() == 1) {
                return found.getFirst();
            }
            if (found.size() > 1) {
                return null; // a link's two ends, and no way to know which one answers
            }
        }
        return null;
    }

    /** Labels that name the owner, not the router: {@code cogentco.com}, {@code ja.net}, {@code lancs.ac.uk}. */
    private static int domainLabels(String[] labels) {
        boolean nested =
                labels.length > 2 && labels[labels.length - 1].length() == 2 && labels[labels.length - 2].length() <= 3;
        return nested ? 3 : 2;
    }

    private @Nullable Place token(String token, boolean wordsAllowed) {
        Matcher airport = AIRPORT.matcher(token);
        if (airport.matches()) {
            String code = airport.group(1);
            boolean numbered = !airport.group(2).isEmpty();
            if (WORDS.contains(code) && !(numbered && wordsAllowed)) {
                return null;
            }
            return codes.iata(code);
        }
        String letters = token.replaceFirst("[0-9]+$", "");
        return letters.length() >= SHORTEST_CITY ? codes.city(letters) : null;
    }
}
