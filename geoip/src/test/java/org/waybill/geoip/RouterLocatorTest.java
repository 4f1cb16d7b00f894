package org.waybill.geoip;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RouterLocatorTest {
    private static final Map<String, Object> BERKELEY_FLAT = Map.of(
            "city", "Berkeley", "country_code", "US", "state1", "California", "latitude", 37.87, "longitude", -122.27);
    private static final Map<String, Object> MEMPHIS_NESTED = Map.of(
            "city",
            Map.of("names", Map.of("en", "Memphis")),
            "country",
            Map.of("iso_code", "US"),
            "location",
            Map.of("latitude", 35.15, "longitude", -90.05));

    @TempDir
    private Path directory;

    @Test
    void prefersOperatorTableThenNameThenDatabase() throws IOException {
        try (RouterLocator locator = RouterLocator.open(List.of(table()), List.of(mmdb()))) {
            assertThat(locator.problems()).isEmpty();
            assertThat(locator.locate("134.55.50.202", "kanscr5-ip-a-denvcr5.es.net", null))
                    .isEqualTo(new Place("Denver", "US", 39.73, -104.98, Place.Basis.OPERATOR_TABLE));
            assertThat(locator.locate("134.55.49.58", "kanscr5-ip-a-denvcr5.es.net", null))
                    .extracting(Place::city, Place::basis)
                    .containsExactly("Kansas City", Place.Basis.ROUTER_NAME);
            assertThat(locator.locate("134.55.1.1", null, null))
                    .isEqualTo(new Place("Berkeley", "US", 37.87, -122.27, Place.Basis.IP_DATABASE));
            assertThat(locator.locate("2001:db8:1::7", null, null))
                    .extracting(Place::city, Place::basis)
                    .containsExactly("Memphis", Place.Basis.IP_DATABASE);
            assertThat(locator.locate("10.1.2.3", null, 10.0)).isNull();
        }
    }

    @Test
    void takesTheNarrowestBlockAndOfEqualOnesTheLastLine() throws IOException {
        Path file = Files.writeString(directory.resolve("nets.csv"), """
            network,city,country,latitude,longitude
            192.0.2.0/24,Outer,de,50,8
            192.0.2.64/26,Inner,de,51,8
            192.0.2.65,Old,de,52,8
            192.0.2.65,New,de,53,8
            2001:db8::/32,Six,de,54,8
            """);
        try (RouterLocator locator = RouterLocator.open(List.of(file), List.of())) {
            assertThat(cities(
                            locator,
                            "192.0.2.1",
                            "192.0.2.65",
                            "192.0.2.66",
                            "192.0.2.200",
                            "2001:db8::9",
                            "192.0.3.0",
                            "192.0.1.255",
                            "::ffff:0:1"))
                    .containsExactly("Outer", "New", "Inner", "Outer", "Six", "-", "-", "-");
        }
    }

    @Test
    void readsBothShapesOfDbIpCsv() throws IOException {
        Path lite = Files.writeString(directory.resolve("dbip-city-lite.csv"), """
            131.225.0.0,131.225.255.255,NA,US,Illinois,Batavia,41.85,-88.31
            2001:db8::,2001:db8::ff,EU,FR,Ile,"Paris, 1er",48.86,2.35
            """);
        Path wide = Files.writeString(
                directory.resolve("dbip-city-ipv4.csv"),
                "141.225.0.0,141.225.255.255,US,Tennessee,,Memphis,38152,35.15,-90.05,America/Chicago\n");
        try (RouterLocator locator = RouterLocator.open(List.of(), List.of(lite, wide))) {
            assertThat(locator.problems()).isEmpty();
            assertThat(cities(locator, "131.225.0.1", "2001:db8::1", "141.225.1.1", "131.226.0.0"))
                    .containsExactly("Batavia", "Paris, 1er", "Memphis", "-");
        }
    }

    @Test
    void dropsDatabasePlacesThatTheRoundTripTimeForbids() throws IOException {
        // seen from Kansas City's neighbourhood, 2 ms away, nothing can be in Berkeley
        try (RouterLocator locator = RouterLocator.open(List.of(), List.of(mmdb()))) {
            List<@Nullable Place> places = locator.locatePath(List.of(
                    new RouterLocator.Hop("134.55.1.1", "kanscr5-ip-a-denvcr5.es.net", 2.0),
                    new RouterLocator.Hop("134.55.1.2", null, 3.0),
                    new RouterLocator.Hop("134.55.1.3", null, 40.0)));
            assertThat(places.get(0)).isNotNull().extracting(Place::city).isEqualTo("Kansas City");
            assertThat(places.get(1)).isNull();
            assertThat(places.get(2)).isNotNull().extracting(Place::city).isEqualTo("Berkeley");
        }
    }

    @Test
    void aStaleNameFallsBackWhenItContradictsTheOperator() throws IOException {
        try (RouterLocator locator = RouterLocator.open(List.of(table()), List.of(mmdb()))) {
            List<@Nullable Place> places = locator.locatePath(List.of(
                    new RouterLocator.Hop("134.55.50.202", null, 0.5),
                    new RouterLocator.Hop("198.51.100.1", "amstcr5-ip-a-londcr5.es.net", 1.0),
                    new RouterLocator.Hop("198.51.100.2", null, 0.1)));
            assertThat(places.get(1)).as("Amsterdam is not 150 km from Denver").isNull();
            assertThat(places.get(2)).isNotNull().extracting(Place::basis).isEqualTo(Place.Basis.RTT_BOUND);
        }
    }

    @Test
    void anObserverInTheDatabaseDoesNotOverruleTheOperator() throws IOException {
        try (RouterLocator locator = RouterLocator.open(List.of(table()), List.of(mmdb()))) {
            List<@Nullable Place> places = locator.locatePath(List.of(
                    new RouterLocator.Hop("134.55.1.1", null, 0.0), new RouterLocator.Hop("134.55.50.202", null, 1.0)));
            assertThat(places.get(1)).isNotNull().extracting(Place::city).isEqualTo("Denver");
            assertThat(places.get(0))
                    .as("Berkeley is too far; within 100 km of Denver")
                    .isNotNull()
                    .extracting(Place::basis)
                    .isEqualTo(Place.Basis.RTT_BOUND);
        }
    }

    @Test
    void aBadFileCostsOneLineAndTheRestAnswers() throws IOException {
        Path junk = Files.write(directory.resolve("junk.mmdb"), new byte[] {1, 2, 3});
        Path absent = directory.resolve("absent.csv");
        Path noColumns = Files.writeString(directory.resolve("nocolumns.csv"), "a,b\n1,2\n");
        try (RouterLocator locator = RouterLocator.open(List.of(absent, table()), List.of(junk, noColumns, mmdb()))) {
            assertThat(locator.problems())
                    .noneMatch(line -> line.contains("\n"))
                    .anyMatch(line -> line.contains("junk.mmdb"))
                    .anyMatch(line -> line.contains("absent.csv"))
                    .anyMatch(line -> line.contains("nocolumns.csv: left out"));
            assertThat(cities(locator, "134.55.50.202", "134.55.1.1")).containsExactly("Denver", "Berkeley");
        }
    }

    @Test
    void aQuoteThatIsNotClosedCostsItsOwnLine() throws IOException {
        Path file = Files.writeString(directory.resolve("dbip-city-lite.csv"), """
            131.225.0.0,131.225.255.255,NA,US,Illinois,Batavia,41.85,-88.31
            # the next line was cut short
            192.0.2.0,192.0.2.255,EU,FR,Ile,"Par
            2001:db8::,2001:db8::ff,EU,FR,Ile,"Paris, 1er",48.86,2.35
            """);
        try (RouterLocator locator = RouterLocator.open(List.of(), List.of(file))) {
            assertThat(locator.problems()).singleElement().asString().contains("line 3");
            assertThat(cities(locator, "131.225.0.1", "192.0.2.1", "2001:db8::1"))
                    .containsExactly("Batavia", "-", "Paris, 1er");
        }
    }

    @Test
    void anyDamageToADatabaseLeavesTheRestWorking() throws IOException {
        byte[] good = Files.readAllBytes(mmdb());
        Random random = new Random(11);
        Logger log = Logger.getLogger(GeoIpDatabase.class.getName());
        log.setLevel(Level.OFF); // every damaged record would say so
        for (int round = 0; round < 300; round++) {
            byte[] damaged = good.clone();
            for (int hits = 1 + random.nextInt(8); hits > 0; hits--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(damaged.length) : damaged.length;
            Path file = Files.write(directory.resolve("damaged.mmdb"), Arrays.copyOf(damaged, length));
            try (RouterLocator locator = RouterLocator.open(List.of(table()), List.of(file))) {
                locator.locate("134.55.1.1", null, null);
                locator.locate("2001:db8:1::7", null, null);
                assertThat(cities(locator, "134.55.50.202")).containsExactly("Denver");
            }
        }
    }

    @Test
    void neverAsksANameServer() throws IOException {
        try (RouterLocator locator = RouterLocator.open(List.of(table()), List.of(mmdb()))) {
            assertThat(locator.locate("localhost", null, null)).isNull();
            assertThat(locator.locate("", "denv-cr5.es.net", null)).isNotNull();
        }
    }

    private static List<String> cities(RouterLocator locator, String... addresses) {
        return Stream.of(addresses)
                .map(address -> locator.locate(address, null, null))
                .map(place -> place == null ? "-" : place.city())
                .toList();
    }

    private Path table() throws IOException {
        return Files.writeString(directory.resolve("operator.csv"), """
            # our routers
            ipv4,device,interface,latitude,longitude
            134.55.50.202,denv-cr5,denv-cr5:to_sacr,39.73,-104.98
            """);
    }

    private Path mmdb() throws IOException {
        return new MmdbWriter()
                .add("134.55.0.0", 16, BERKELEY_FLAT)
                .add("2001:db8:1::", 48, MEMPHIS_NESTED)
                .write(directory.resolve("city.mmdb"), "city");
    }
}
