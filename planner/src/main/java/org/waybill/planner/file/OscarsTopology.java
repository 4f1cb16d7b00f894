package org.waybill.planner.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.routing.Network;

/**
 * Topologies of OSCARS 1.x, given as parsed JSON (maps, lists, strings, numbers), so that no JSON library is needed
 * here. Capacities belong to the ports: a link carries the lesser of what its near port may send and its other port may
 * take, in Mbit/s there, in bit/s here. Nodes are devices; an adjacency is one-way, and one whose way back is missing
 * is reported.
 */
public final class OscarsTopology {
    private static final double BITS_PER_MEGABIT = 1e6;

    private final String file;
    private final List<InputProblem> problems = new ArrayList<>();
    private final Map<String, Port> ports = new HashMap<>();

    private record Port(double ingress, double egress) {}

    private OscarsTopology(String file) {
        this.file = file;
    }

    /** Reads one document with {@code devices} and {@code adjcies}. */
    public static Parsed<Network> read(Map<?, ?> document, String file) {
        return read(list(document.get("devices")), list(document.get("adjcies")), file);
    }

    /** Reads the list of devices and that of adjacencies, as in the older layout of two files. */
    public static Parsed<Network> read(List<?> devices, List<?> adjacencies, String file) {
        OscarsTopology topology = new OscarsTopology(file);
        Network.Builder builder = Network.builder();
        for (Object device : devices) {
            topology.device(map(device), builder);
        }
        int number = 0;
        Set<List<String>> ways = new HashSet<>();
        for (Object adjacency : adjacencies) {
            number++;
            topology.adjacency(number, map(adjacency), builder, ways);
        }
        for (List<String> way : ways) {
            if (!ways.contains(way.reversed())) {
                topology.problem("the link from port " + way.getFirst() + " to " + way.getLast()
                        + " is one-way: the reverse direction is not listed");
            }
        }
        return new Parsed<>(
                builder.build(),
                topology.problems.stream()
                        .sorted((a, b) -> a.message().compareTo(b.message()))
                        .toList());
    }

    private void device(Map<?, ?> device, Network.Builder builder) {
        String urn = text(device.get("urn"));
        if (urn == null) {
            problem("a device has no urn");
            return;
        }
        builder.node(urn);
        for (Object item : list(device.get("ports"))) {
            Map<?, ?> port = map(item);
            String portUrn = text(port.get("urn"));
            Double ingress = number(port.get("reservableIngressBw"));
            Double egress = number(port.get("reservableEgressBw"));
            if (portUrn == null || ingress == null || egress == null || !(ingress >= 0) || !(egress >= 0)) {
                problem("a port of device " + urn + " lacks urn, reservableIngressBw or reservableEgressBw, or one is "
                        + "negative: " + portUrn);
            } else {
                ports.put(portUrn, new Port(ingress * BITS_PER_MEGABIT, egress * BITS_PER_MEGABIT));
            }
        }
    }

    private void adjacency(int number, Map<?, ?> adjacency, Network.Builder builder, Set<List<String>> ways) {
        Map<?, ?> a = map(adjacency.get("a"));
        Map<?, ?> z = map(adjacency.get("z"));
        String from = text(a.get("device"));
        String to = text(z.get("device"));
        Port near = ports.get(String.valueOf(a.get("port")));
        Port far = ports.get(String.valueOf(z.get("port")));
        Double metric = number(map(adjacency.get("metrics")).get("MPLS"));
        if (from == null || to == null || near == null || far == null) {
            problem("adjacency " + number + " from " + a.get("port") + " to " + z.get("port")
                    + " names a port or device that is not listed");
        } else if (metric == null || metric < 0) {
            problem("adjacency " + number + " from " + a.get("port") + " has no MPLS metric of 0 or more");
        } else if (from.equals(to)) {
            problem("adjacency " + number + " leads from " + from + " to itself");
        } else {
            builder.link(from, to, Math.min(near.egress(), far.ingress()), metric);
            ways.add(List.of(String.valueOf(a.get("port")), String.valueOf(z.get("port"))));
        }
    }

    private void problem(String message) {
        problems.add(new InputProblem(file, 0, message));
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static @Nullable String text(@Nullable Object value) {
        return value instanceof String text && !text.isBlank() ? text : null;
    }

    private static @Nullable Double number(@Nullable Object value) {
        return value instanceof Number number && Double.isFinite(number.doubleValue()) ? number.doubleValue() : null;
    }
}
