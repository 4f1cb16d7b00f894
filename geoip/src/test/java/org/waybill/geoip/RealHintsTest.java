package org.waybill.geoip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** ESnet's published addresses and real traceroutes, where they are present. */
class RealHintsTest {
    private static final Pattern HOP = Pattern.compile("^ *\\d+:? +(\\S+) \\((\\S+)\\) +([0-9.]+) ?ms.*");

    private Path data = Path.of("");

    @BeforeEach
    void findData() {
        String named = System.getProperty("waybill.test.data", "");
        data = named.isEmpty()
                ? Path.of(System.getProperty("waybill.root", ".")).resolve("../shared/data")
                : Path.of(named);
        assumeTrue(Files.isDirectory(data.resolve("geo-hints")), "no geo-hints under waybill.test.data=" + data);
    }

    @Test
    void placesEveryEsnetInterfaceByTheOperatorsTable() throws IOException {
        Path table = data.resolve("geo-hints/esnet_interface_addresses.csv");
        try (RouterLocator locator = RouterLocator.open(List.of(table), List.of())) {
            assertThat(locator.problems()).isEmpty();
            for (String line : Files.readAllLines(table).subList(1, 619)) {
                Place place = locator.locate(line.substring(0, line.indexOf(',')), null, null);
                assertThat(place).as(line).isNotNull();
                assertThat(place.basis()).isEqualTo(Place.Basis.OPERATOR_TABLE);
            }
        }
    }

    @Test
    void placesRoutersByNameWithinAHundredKilometresOfTheTable() throws IOException {
        RouterNames names = new RouterNames(CodeTable.builtIn());
        int placed = 0;
        List<String> far = new ArrayList<>();
        List<String> lines = Files.readAllLines(data.resolve("geo-hints/esnet_routers.csv"));
        for (String line : lines.subList(1, lines.size())) {
            List<String> row = Csv.fields(line);
            Place place = names.find(row.get(1) + ".es.net");
            if (place != null) {
                placed++;
                double km = GreatCircle.kilometres(
                        place.latitude(),
                        place.longitude(),
                        Double.parseDouble(row.get(3)),
                        Double.parseDouble(row.get(4)));
                if (km > 100) {
                    far.add(row.get(1) + " " + Math.round(km) + " km");
                }
            }
        }
        assertThat(far).isEmpty();
        assertThat(placed).as("of %s routers", lines.size() - 1).isEqualTo(125);
    }

    @Test
    void placesEveryEsnetHopOfTheRealRoutes() throws IOException {
        List<RouterLocator.Hop> slac = hops("traceroute_slac-to-mit_via_esnet.txt");
        List<RouterLocator.Hop> sunn = hops("esnet_tracepath_sunn-to-annarbor.txt");
        Path table = data.resolve("geo-hints/esnet_interface_addresses.csv");
        try (RouterLocator named = RouterLocator.open(List.of(), List.of());
                RouterLocator tabled = RouterLocator.open(List.of(table), List.of())) {
            assertThat(cities(named, slac))
                    .containsSubsequence("Sunnyvale", "Sacramento", "Denver", "Kansas City", "Chicago", "Washington");
            assertThat(cities(tabled, sunn))
                    .containsSubsequence("Sunnyvale", "Sacramento", "Denver", "Kansas City", "Chicago");
            assertThat(tabled.locatePath(sunn))
                    .filteredOn(place -> place != null && place.basis() == Place.Basis.OPERATOR_TABLE)
                    .hasSizeGreaterThanOrEqualTo(5);
        }
    }

    private static List<String> cities(RouterLocator locator, List<RouterLocator.Hop> hops) {
        List<String> cities = new ArrayList<>();
        for (@Nullable Place place : locator.locatePath(hops)) {
            cities.add(place == null ? "" : place.city());
        }
        return cities;
    }

    private List<RouterLocator.Hop> hops(String file) throws IOException {
        List<RouterLocator.Hop> hops = new ArrayList<>();
        for (String line : Files.readAllLines(data.resolve("traceroute").resolve(file))) {
            Matcher matcher = HOP.matcher(line);
            if (matcher.matches()) {
                hops.add(new RouterLocator.Hop(matcher.group(2), matcher.group(1), Double.valueOf(matcher.group(3))));
            }
        }
        return hops;
    }
}
