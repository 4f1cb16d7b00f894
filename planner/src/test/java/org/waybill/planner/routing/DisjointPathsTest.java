package org.waybill.planner.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DisjointPathsTest {
    @Test
    void theSecondPathOfTheFileMoverExampleUsesNoRelayOfTheFirst() {
        List<Route> paths = DisjointPaths.successive(WidestPathTest.fileMoverFigure4(), "Server", "Proxy", 3);
        assertThat(paths)
                .extracting(Route::nodes)
                .containsExactly(
                        List.of("Server", "R1", "Proxy"), List.of("Server", "R2", "Proxy"), List.of("Server", "Proxy"));
    }

    @Test
    void theWidestPathMayBlockTheOthersWhichBalancedPathsDoNot() {
        // the widest path runs through both relays, after which only nothing is left
        Network network = Network.builder()
                .link("s", "a", 10)
                .link("a", "b", 10)
                .link("b", "t", 10)
                .link("s", "b", 6)
                .link("a", "t", 7)
                .build();
        assertThat(DisjointPaths.successive(network, "s", "t", 2)).hasSize(1);
        List<Route> balanced = DisjointPaths.balanced(network, "s", "t", 2);
        assertThat(balanced).extracting(Route::bitsPerSecond).containsExactly(7.0, 6.0);
        assertThat(DisjointPaths.forStriping(network, "s", "t", 2)).isEqualTo(balanced);
    }

    @Test
    void agreesWithBruteForceOnNetworksOfUpToNineNodes() {
        agreesWithBruteForce(0, 600);
    }

    @Test
    @Tag("nightly")
    void agreesWithBruteForceOnManyNetworksOfUpToNineNodes() {
        agreesWithBruteForce(600, 10_000);
    }

    private static void agreesWithBruteForce(int firstSeed, int networks) {
        double totalOfBest = 0;
        double totalOfOurs = 0;
        for (int seed = firstSeed; seed < firstSeed + networks; seed++) {
            Random random = new Random(seed);
            int nodes = 2 + random.nextInt(8);
            Network network = RandomNetworks.random(random, nodes, nodes > 7 ? .3 : .5, seed % 2 == 0);
            List<Route> all = RandomNetworks.simplePaths(network, "n0", "n1");
            for (int k = 1; k <= 3; k++) {
                Best best = new Best(k);
                best.search(all, 0, new ArrayList<>(), new HashSet<>());
                List<Route> balanced = DisjointPaths.balanced(network, "n0", "n1", k);
                assertThat(balanced).as("seed %d k %d", seed, k).hasSize(best.size);
                assertDisjoint(balanced);
                double narrowest = balanced.stream()
                        .mapToDouble(Route::bitsPerSecond)
                        .min()
                        .orElse(0);
                assertThat(narrowest).as("seed %d k %d", seed, k).isEqualTo(best.narrowest);
                List<Route> successive = DisjointPaths.successive(network, "n0", "n1", k);
                assertDisjoint(successive);
                if (!all.isEmpty()) {
                    double widest =
                            all.stream().mapToDouble(Route::bitsPerSecond).max().orElseThrow();
                    assertThat(successive.getFirst().bitsPerSecond()).isEqualTo(widest);
                }
                List<Route> striping = DisjointPaths.forStriping(network, "n0", "n1", k);
                assertDisjoint(striping);
                assertThat(striping.size()).isLessThanOrEqualTo(k);
                totalOfBest += best.total;
                totalOfOurs += DisjointPaths.total(striping);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "disjoint paths for striping: %.2f %% of the best total over %d networks%n",
                100 * totalOfOurs / totalOfBest,
                networks);
        assertThat(totalOfOurs).isGreaterThan(.97 * totalOfBest).isLessThanOrEqualTo(totalOfBest);
    }

    private static void assertDisjoint(List<Route> paths) {
        Set<String> relays = new HashSet<>();
        int direct = 0;
        for (Route path : paths) {
            assertThat(path.bitsPerSecond()).isPositive();
            for (String relay : path.relays()) {
                assertThat(relays.add(relay)).as("shared relay " + relay).isTrue();
            }
            direct += path.hops() == 1 ? 1 : 0;
        }
        assertThat(direct).isLessThanOrEqualTo(1);
    }

    /** The most paths up to k, then the widest narrowest; and apart from that the greatest total of up to k paths. */
    private static final class Best {
        private final int k;
        private int size;
        private double narrowest;
        private double total;

        Best(int k) {
            this.k = k;
        }

        void search(List<Route> all, int from, List<Route> chosen, Set<String> relays) {
            double least =
                    chosen.stream().mapToDouble(Route::bitsPerSecond).min().orElse(0);
            if (chosen.size() > size || chosen.size() == size && least > narrowest) {
                size = chosen.size();
                narrowest = least;
            }
            total = Math.max(total, DisjointPaths.total(chosen));
            if (chosen.size() == k) {
                return;
            }
            for (int i = from; i < all.size(); i++) {
                Route next = all.get(i);
                if (next.relays().stream().noneMatch(relays::contains)) {
                    chosen.add(next);
                    relays.addAll(next.relays());
                    search(all, i + 1, chosen, relays);
                    next.relays().forEach(relays::remove);
                    chosen.removeLast();
                }
            }
        }
    }
}
