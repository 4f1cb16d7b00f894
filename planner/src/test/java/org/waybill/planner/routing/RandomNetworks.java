package org.waybill.planner.routing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Small random networks, with few distinct capacities so that ties are common, and all their simple paths. */
final class RandomNetworks {
    private RandomNetworks() {}

    static Network random(Random random, int nodes, double density, boolean nodeCapacities) {
        Network.Builder builder = Network.builder();
        for (int i = 0; i < nodes; i++) {
            builder.node("n" + i);
            if (nodeCapacities && random.nextInt(3) == 0) {
                builder.nodeCapacity("n" + i, 1 + random.nextInt(9));
            }
        }
        for (int i = 0; i < nodes; i++) {
            for (int j = 0; j < nodes; j++) {
                if (i != j && random.nextDouble() < density) {
                    builder.link("n" + i, "n" + j, random.nextInt(9), random.nextInt(5));
                    if (random.nextInt(10) == 0) {
                        builder.link("n" + i, "n" + j, random.nextInt(9), random.nextInt(5));
                    }
                }
            }
        }
        return builder.build();
    }

    /** Every loop-free path that carries more than 0, over the widest of parallel links. */
    static List<Route> simplePaths(Network network, String from, String to) {
        List<Route> paths = new ArrayList<>();
        extend(network, network.node(from), network.node(to), new ArrayList<>(), new HashSet<>(), paths);
        return paths;
    }

    private static void extend(
            Network network, int at, int to, List<Integer> links, Set<Integer> seen, List<Route> paths) {
        if (at == to) {
            int from = links.isEmpty() ? at : network.source(links.getFirst());
            Route route = Search.route(network, from, links);
            if (route.bitsPerSecond() > 0) {
                paths.add(route);
            }
            return;
        }
        seen.add(at);
        for (int next = 0; next < network.nodes(); next++) {
            int link = network.widestLink(at, next);
            if (link >= 0 && !seen.contains(next)) {
                links.add(link);
                extend(network, next, to, links, seen, paths);
                links.removeLast();
            }
        }
        seen.remove(at);
    }
}
