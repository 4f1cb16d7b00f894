package org.waybill.planner.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.waybill.planner.CpuTime;

class WidestPathTest {
    private static final Comparator<Route> BEST_FIRST =
            Comparator.comparingDouble((Route r) -> -r.bitsPerSecond()).thenComparingInt(Route::hops);

    /** Anglano and Canonico, figures 4 and 5; the values of links that no step of figure 5 shows are chosen freely. */
    static Network fileMoverFigure4() {
        return Network.builder()
                .nodeCapacity("R1", 10)
                .nodeCapacity("R2", 5)
                .nodeCapacity("R3", 6)
                .link("Server", "R1", 9)
                .link("Server", "R2", 4)
                .link("Server", "R3", 2)
                .link("Server", "Proxy", 2)
                .link("R1", "Proxy", 9)
                .link("R2", "Proxy", 3)
                .link("R3", "Proxy", 2)
                .link("R1", "R2", 3)
                .link("R2", "R1", 3)
                .link("R1", "R3", 1)
                .link("R3", "R1", 1)
                .link("R2", "R3", 4)
                .link("R3", "R2", 4)
                .build();
    }

    @Test
    void findsWhatFigureFiveOfTheFileMoverPaperMeans() {
        Network network = fileMoverFigure4();
        Map.of("R1", 9.0, "R2", 4.0, "R3", 4.0, "Proxy", 9.0)
                .forEach((to, width) -> assertThat(WidestPath.between(network, "Server", to)
                                .orElseThrow()
                                .bitsPerSecond())
                        .as(to)
                        .isEqualTo(width));
        assertThat(WidestPath.between(network, "Server", "Proxy").orElseThrow().nodes())
                .containsExactly("Server", "R1", "Proxy");
        assertThat(WidestPath.between(network, "Server", "R3").orElseThrow().nodes())
                .containsExactly("Server", "R2", "R3");
    }

    @Test
    void countsWhatARelayCanForward() {
        Network network = Network.builder()
                .nodeCapacity("slow", 3)
                .link("a", "slow", 10)
                .link("slow", "b", 10)
                .link("a", "b", 4)
                .build();
        Route route = WidestPath.between(network, "a", "b").orElseThrow();
        assertThat(route.nodes()).containsExactly("a", "b");
        assertThat(route.bitsPerSecond()).isEqualTo(4);
    }

    @Test
    void takesFewerHopsWhenALaterLinkMakesTheWiderBeginningUseless() {
        // the widest way to m is 10 over two relays, but everything ends in a link of 5
        Network network = Network.builder()
                .link("s", "x", 10)
                .link("x", "y", 10)
                .link("y", "m", 10)
                .link("s", "m", 6)
                .link("m", "t", 5)
                .build();
        assertThat(WidestPath.between(network, "s", "t").orElseThrow().nodes()).containsExactly("s", "m", "t");
    }

    @Test
    void agreesWithBruteForceOnAThousandSmallNetworks() {
        agreesWithBruteForce(0, 1000);
    }

    @Test
    @Tag("nightly")
    void agreesWithBruteForceOnFiftyThousandSmallNetworks() {
        agreesWithBruteForce(1000, 50_000);
    }

    private static void agreesWithBruteForce(int firstSeed, int networks) {
        for (int seed = firstSeed; seed < firstSeed + networks; seed++) {
            Random random = new Random(seed);
            int nodes = 2 + random.nextInt(8);
            Network network = RandomNetworks.random(random, nodes, .2 + .5 * random.nextDouble(), seed % 2 == 0);
            List<Route> all = RandomNetworks.simplePaths(network, "n0", "n1");
            all.sort(BEST_FIRST);
            Optional<Route> widest = WidestPath.between(network, "n0", "n1");
            assertThat(widest.isPresent()).as("seed " + seed).isEqualTo(!all.isEmpty());
            if (!all.isEmpty()) {
                assertThat(BEST_FIRST.compare(widest.get(), all.getFirst()))
                        .as("seed " + seed)
                        .isZero();
            }
            for (int relays = 0; relays <= 3; relays++) {
                int most = relays;
                Optional<Route> expected =
                        all.stream().filter(r -> r.relays().size() <= most).findFirst();
                Optional<Route> limited = WidestPath.withRelays(network, "n0", "n1", relays);
                assertThat(limited.map(Route::bitsPerSecond))
                        .as("seed " + seed)
                        .isEqualTo(expected.map(Route::bitsPerSecond));
                assertThat(limited.map(Route::hops)).as("seed " + seed).isEqualTo(expected.map(Route::hops));
            }
        }
    }

    @Test
    void alternativesAreTheBestPathsInOrderAsBruteForceHasThem() {
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            Network network = RandomNetworks.random(random, 2 + random.nextInt(6), .5, seed % 2 == 0);
            List<Route> all = RandomNetworks.simplePaths(network, "n0", "n1");
            all.sort(BEST_FIRST);
            List<Route> found = WidestPath.alternatives(network, "n0", "n1", 8);
            assertThat(found).as("seed " + seed).hasSize(Math.min(8, all.size()));
            assertThat(found).as("seed " + seed).doesNotHaveDuplicates();
            for (int i = 0; i < found.size(); i++) {
                assertThat(BEST_FIRST.compare(found.get(i), all.get(i)))
                        .as("seed " + seed + " path " + i)
                        .isZero();
            }
        }
    }

    @Test
    void shortestPathsAgreeWithBruteForceAlsoUnderAFloor() {
        Comparator<Route> byMetric = Comparator.comparingDouble(Route::metric)
                .thenComparingInt(Route::hops)
                .thenComparing(Comparator.comparingDouble(Route::bitsPerSecond).reversed());
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            Network parallel = RandomNetworks.random(random, 2 + random.nextInt(7), .4, seed % 2 == 0);
            Network network = withoutParallelLinks(parallel);
            double floor = 1 + random.nextInt(8);
            Optional<Route> expected = RandomNetworks.simplePaths(network, "n0", "n1").stream()
                    .filter(r -> r.bitsPerSecond() >= floor)
                    .min(byMetric);
            Optional<Route> shortest = ShortestPath.carrying(network, "n0", "n1", floor);
            assertThat(shortest.map(Route::metric)).as("seed " + seed).isEqualTo(expected.map(Route::metric));
            assertThat(shortest.map(Route::hops)).as("seed " + seed).isEqualTo(expected.map(Route::hops));
            assertThat(shortest.map(Route::bitsPerSecond))
                    .as("seed " + seed)
                    .isEqualTo(expected.map(Route::bitsPerSecond));
        }
    }

    @Test
    void givesTheSamePathWhateverTheOrderOfTheLinks() {
        Network forward = Network.builder()
                .link("a", "b", 5)
                .link("b", "d", 5)
                .link("a", "c", 5)
                .link("c", "d", 5)
                .build();
        assertThat(WidestPath.alternatives(forward, "a", "d", 5))
                .extracting(Route::nodes)
                .containsExactly(List.of("a", "b", "d"), List.of("a", "c", "d"));
    }

    @Test
    void settlesTwoThousandNodesAndAMillionLinksWithinASecond() {
        Random random = new Random(11);
        int nodes = 2000;
        Network.Builder builder = Network.builder();
        for (int i = 0; i < nodes; i++) {
            builder.node("n" + i);
        }
        for (int i = 0; i < nodes; i++) {
            for (int k = 0; k < 500; k++) {
                int j = (i + 1 + random.nextInt(nodes - 1)) % nodes;
                builder.link(i, j, random.nextInt(1_000_000), 1);
            }
        }
        Network network = builder.build();
        assertThat(WidestPath.between(network, "n0", "n1")).isPresent();
        long best = CpuTime.leastNanos(5, () -> WidestPath.between(network, "n0", "n1"));
        System.out.printf(
                Locale.ROOT, "widest path, %d nodes, %d links: %.0f ms%n", nodes, network.links(), best / 1e6);
        assertThat(best).isLessThan(1_000_000_000L);
    }

    @Test
    void saysWhatIsWrongWithItsInput() {
        Network network = Network.builder().link("a", "b", 5).build();
        assertThat(WidestPath.between(network, "b", "a")).isEmpty();
        assertThatThrownBy(() -> WidestPath.between(network, "a", "nowhere"))
                .hasMessageContaining("no node 'nowhere'")
                .hasMessageContaining("a, b");
        assertThatThrownBy(() -> WidestPath.between(network, "a", "a")).hasMessageContaining("same node 'a'");
        assertThatThrownBy(() -> Network.builder().link("a", "b", Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Network.builder().link("a", "b", -1)).hasMessageContaining("-1.0");
        assertThatThrownBy(() -> Network.builder().link("a", "a", 1)).hasMessageContaining("to itself");
    }

    private static Network withoutParallelLinks(Network network) {
        Network.Builder builder = Network.builder();
        network.names().forEach(builder::node);
        for (int node = 0; node < network.nodes(); node++) {
            if (network.nodeCapacity(node) < Double.POSITIVE_INFINITY) {
                builder.nodeCapacity(network.name(node), network.nodeCapacity(node));
            }
        }
        for (int a = 0; a < network.nodes(); a++) {
            for (int b = 0; b < network.nodes(); b++) {
                int link = network.widestLink(a, b);
                if (link >= 0) {
                    builder.link(a, b, network.capacity(link), network.metric(link));
                }
            }
        }
        return builder.build();
    }
}
