package org.waybill.planner.file;

import java.io.Reader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.routing.Network;

/**
 * NML topologies as NSI networks publish them (GFD.206): a network is one node, called {@code domain:year} after its
 * URN; a port group that is an alias of another network's is a link to or from that network.
 */
public final class NmlTopology {
    private NmlTopology() {}

    /**
     * Reads one network's document.
     *
     * @param assumedBitsPerSecond for links whose port gives no capacity, as most do
     */
    public static Parsed<Network> read(Reader xml, String file, double assumedBitsPerSecond) {
        List<InputProblem> problems = new ArrayList<>();
        Reading reading = new Reading();
        XmlEvents.read(xml, reading, file, problems);
        return new Parsed<>(reading.network(file, problems, assumedBitsPerSecond), problems);
    }

    private static void oneWay(
            Map<String, Integer> back, String other, int line, String link, String file, List<InputProblem> problems) {
        if (!back.containsKey(other)) {
            problems.add(new InputProblem(file, line, "the link from " + link + " is one-way: no port leads back"));
        }
    }

    /** {@code urn:ogf:network:DOMAIN:YEAR...} -> {@code DOMAIN:YEAR}; empty for another form. */
    private static String networkOf(String urn) {
        String[] parts = urn.split(":");
        return urn.startsWith("urn:ogf:network:") && parts.length >= 5 ? parts[3] + ":" + parts[4] : "";
    }

    private static final class Reading implements XmlEvents.Handler {
        private final Map<String, Double> capacities = new HashMap<>();
        private final Map<String, String> aliases = new LinkedHashMap<>();
        private final Map<String, Integer> lines = new HashMap<>();
        private final Set<String> inbound = new HashSet<>();
        private final Deque<String> relations = new ArrayDeque<>();
        private final Deque<String> groups = new ArrayDeque<>();
        private String own = "";

        @Override
        public void start(String name, @Nullable String id, @Nullable String type, int line) {
            String given = id == null ? "" : id;
            switch (name) {
                case "Topology" -> own = own.isEmpty() ? networkOf(given) : own;
                case "Relation" -> relations.push(type == null ? "" : type.replaceFirst(".*#", ""));
                case "PortGroup", "Port" -> group(given, line);
                default -> {}
            }
        }

        private void group(String id, int line) {
            String relation = relations.isEmpty() ? "" : relations.getFirst();
            if (relation.equals("isAlias") && !groups.isEmpty()) {
                aliases.put(groups.getFirst(), id);
                lines.put(groups.getFirst(), line);
            } else if (relation.equals("hasInboundPort")) {
                inbound.add(id);
            }
            groups.push(id);
        }

        @Override
        public void text(String name, String text, int line) {
            boolean capacity = name.equals("maximumReservableCapacity") || name.equals("capacity");
            if (capacity && !groups.isEmpty() && text.matches("[0-9]{1,18}")) {
                capacities.putIfAbsent(groups.getFirst(), Double.valueOf(text));
            }
        }

        @Override
        public void end(String name) {
            switch (name) {
                case "Relation" -> relations.poll();
                case "PortGroup", "Port" -> groups.poll();
                default -> {}
            }
        }

        Network network(String file, List<InputProblem> problems, double assumed) {
            Network.Builder builder = Network.builder();
            if (own.isEmpty()) {
                problems.add(new InputProblem(file, 0, "no Topology with an id like urn:ogf:network:DOMAIN:YEAR"));
                return builder.build();
            }
            builder.node(own);
            Map<String, Integer> outward = new LinkedHashMap<>();
            Map<String, Integer> inward = new LinkedHashMap<>();
            for (Map.Entry<String, String> alias : aliases.entrySet()) {
                String port = alias.getKey();
                String other = networkOf(alias.getValue());
                double capacity = capacities.getOrDefault(port, assumed);
                if (other.isEmpty() || other.equals(own)) {
                    problems.add(new InputProblem(
                            file,
                            lines.getOrDefault(port, 0),
                            "port " + port + " is an alias of '" + alias.getValue()
                                    + "', which is not in another network"));
                } else if (inbound.contains(port)) {
                    builder.link(other, own, capacity);
                    inward.putIfAbsent(other, lines.getOrDefault(port, 0));
                } else {
                    builder.link(own, other, capacity);
                    outward.putIfAbsent(other, lines.getOrDefault(port, 0));
                }
            }
            outward.forEach((other, line) -> oneWay(inward, other, line, own + " to " + other, file, problems));
            inward.forEach((other, line) -> oneWay(outward, other, line, other + " to " + own, file, problems));
            return builder.build();
        }
    }
}
