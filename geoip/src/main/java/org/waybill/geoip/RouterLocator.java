package org.waybill.geoip;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds places of hosts and routers: the operator's address table first, then the rule over the router's name, then
 * an IP database, each dropped when round-trip times forbid it; where nothing else is known, the bound that the
 * round-trip time itself gives. An IP database alone is not enough: it puts all of ESnet's routers in Berkeley.
 * Safe for concurrent use.
 */
public final class RouterLocator implements Closeable {
    /** A host or router as seen from one observer; the observer itself, if listed, has RTT 0. */
    public record Hop(
            String address, @Nullable String name, @Nullable Double rttMillis) {}

    private final List<PlaceSource> operatorTables = new ArrayList<>();
    private final List<PlaceSource> databases = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final RouterNames names = new RouterNames(CodeTable.builtIn());

    private RouterLocator() {}

    /**
     * Opens the given files. One that is missing or damaged is reported in {@link #problems()} and left out; the others
     * still answer.
     *
     * @param operatorTables CSV with the columns address (or ipv4, ipv6, network), latitude, longitude and perhaps
     *     city and country
     * @param databases {@code .mmdb} files, or CSV exports with ranges
     */
    public static RouterLocator open(List<Path> operatorTables, List<Path> databases) {
        RouterLocator locator = new RouterLocator();
        operatorTables.forEach(file -> locator.add(locator.operatorTables, file, Place.Basis.OPERATOR_TABLE));
        databases.forEach(file -> locator.add(locator.databases, file, Place.Basis.IP_DATABASE));
        return locator;
    }

    private void add(List<PlaceSource> sources, Path file, Place.Basis basis) {
        try {
            if (!Files.isReadable(file)) {
                throw new IOException("cannot read the file");
            }
            boolean mmdb = file.toString().toLowerCase(Locale.ROOT).endsWith(".mmdb");
            sources.add(mmdb ? GeoIpDatabase.open(file) : IpRanges.read(file, basis, CodeTable.builtIn(), problems));
        } catch (IOException e) {
            problems.add(file + ": left out: " + e.getMessage());
        }
    }

    /** What was wrong with the files, one line each, for the caller to log. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** The place of one host, with nothing to compare its round-trip time with; null when unknown. */
    public @Nullable Place locate(String address, @Nullable String name, @Nullable Double rttMillis) {
        return locatePath(List.of(new Hop(address, name, rttMillis))).getFirst();
    }

    /** The places of the hops of one path, or of several hosts seen by one observer, in the order asked. */
    public List<@Nullable Place> locatePath(List<Hop> hops) {
        List<List<Place>> candidates = hops.stream().map(this::candidates).toList();
        @Nullable Place[] chosen = new @Nullable Place[hops.size()];
        RttBound bound = new RttBound();
        for (Place.Basis basis : Place.Basis.values()) {
            // the observer, and then near hops, bind the others most
            IntStream.range(0, chosen.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> sortKey(hops.get(i).rttMillis())))
                    .filter(i -> chosen[i] == null)
                    .forEach(i -> candidates.get(i).stream()
                            .filter(place -> place.basis() == basis)
                            .filter(place -> bound.allows(place, hops.get(i).rttMillis()))
                            .findFirst()
                            .ifPresent(place -> {
                                chosen[i] = place;
                                bound.anchor(place, hops.get(i).rttMillis());
                            }));
        }
        for (int i = 0; i < chosen.length; i++) {
            if (chosen[i] == null) {
                chosen[i] = bound.near(hops.get(i).rttMillis());
            }
        }
        return Arrays.asList(chosen);
    }

    private static double sortKey(@Nullable Double rttMillis) {
        return rttMillis == null ? Double.MAX_VALUE : rttMillis;
    }

    private List<Place> candidates(Hop hop) {
        List<Place> found = new ArrayList<>();
        @Nullable InetAddress address = literal(hop.address());
        lookUp(operatorTables, address, found);
        if (hop.name() != null) {
            Place named = names.find(hop.name());
            if (named != null) {
                found.add(named);
            }
        }
        lookUp(databases, address, found);
        return found;
    }

    private static void lookUp(List<PlaceSource> sources, @Nullable InetAddress address, List<Place> found) {
        if (address == null) {
            return;
        }
        for (PlaceSource source : sources) {
            Place place = source.find(address);
            if (place != null) {
                found.add(place);
            }
        }
    }

    private static @Nullable InetAddress literal(String address) {
        try {
            return InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException _) {
            return null; // a name; nothing here asks a name server
        }
    }

    @Override
    public void close() throws IOException {
        for (List<PlaceSource> sources : List.of(operatorTables, databases)) {
            for (PlaceSource source : sources) {
                if (source instanceof Closeable closeable) {
                    closeable.close();
                }
            }
        }
    }
}
