package org.waybill.planner.routing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A directed network of named nodes and links. Links have a capacity in bit/s (0: down) and a routing metric; a node
 * may have a capacity of its own, what it can forward (File Mover's traversal bandwidth). Immutable; nodes and links
 * are numbered from 0 in the order in which they were added, and the links out of one node are side by side in an
 * index.
 */
public final class Network {
    private final List<String> names;
    private final Map<String, Integer> numbers;
    private final double[] nodeCapacity;
    private final int[] source;
    private final int[] target;
    private final double[] capacity;
    private final double[] metric;
    private final int[] outStart;
    private final int[] outLinks;

    private Network(Builder builder) {
        names = List.copyOf(builder.names);
        numbers = Map.copyOf(builder.numbers);
        nodeCapacity = Arrays.copyOf(builder.nodeCapacity, names.size());
        int links = builder.links;
        source = Arrays.copyOf(builder.source, links);
        target = Arrays.copyOf(builder.target, links);
        capacity = Arrays.copyOf(builder.capacity, links);
        metric = Arrays.copyOf(builder.metric, links);
        outStart = new int[names.size() + 1];
        for (int link = 0; link < links; link++) {
            outStart[source[link] + 1]++;
        }
        for (int node = 0; node < names.size(); node++) {
            outStart[node + 1] += outStart[node];
        }
        outLinks = new int[links];
        int[] next = outStart.clone();
        for (int link = 0; link < links; link++) {
            outLinks[next[source[link]]++] = link;
        }
    }

    private Network(Network topology, double[] capacity, double[] nodeCapacity) {
        this.names = topology.names;
        this.numbers = topology.numbers;
        this.source = topology.source;
        this.target = topology.target;
        this.metric = topology.metric;
        this.outStart = topology.outStart;
        this.outLinks = topology.outLinks;
        this.capacity = capacity;
        this.nodeCapacity = nodeCapacity;
    }

    public static Builder builder() {
        return new Builder();
    }

    public int nodes() {
        return names.size();
    }

    public int links() {
        return source.length;
    }

    public String name(int node) {
        return names.get(node);
    }

    public List<String> names() {
        return names;
    }

    public boolean has(String name) {
        return numbers.containsKey(name);
    }

    /**
     * The number of a node.
     *
     * @throws IllegalArgumentException if there is no such node; the message names some that there are
     */
    public int node(String name) {
        Integer number = numbers.get(name);
        if (number == null) {
            String known = String.join(", ", names.subList(0, Math.min(8, names.size())));
            throw new IllegalArgumentException("no node '" + name + "' in the network; it has " + names.size()
                    + (names.isEmpty() ? "" : ": " + known + (names.size() > 8 ? ", ..." : "")));
        }
        return number;
    }

    /** What the node can forward, bit/s; infinite if unknown. */
    public double nodeCapacity(int node) {
        return nodeCapacity[node];
    }

    public int source(int link) {
        return source[link];
    }

    public int target(int link) {
        return target[link];
    }

    /** Bit/s, 0 or more. */
    public double capacity(int link) {
        return capacity[link];
    }

    public double metric(int link) {
        return metric[link];
    }

    /** How many links leave {@code node}. */
    public int outDegree(int node) {
        return outStart[node + 1] - outStart[node];
    }

    /** The {@code i}-th link out of {@code node}, {@code 0 <= i < outDegree(node)}. */
    public int outLink(int node, int i) {
        return outLinks[outStart[node] + i];
    }

    /** The widest link from one node to another, -1 if there is none. */
    public int widestLink(int from, int to) {
        int widest = -1;
        for (int i = 0; i < outDegree(from); i++) {
            int link = outLink(from, i);
            if (target[link] == to && (widest < 0 || capacity[link] > capacity[widest])) {
                widest = link;
            }
        }
        return widest;
    }

    /**
     * The same network with other capacities, numbered as here.
     *
     * @param linkCapacities bit/s for each link, 0 or more
     * @param nodeCapacities bit/s for each node, 0 or more, infinite where it does not limit
     */
    public Network withCapacities(double[] linkCapacities, double[] nodeCapacities) {
        if (linkCapacities.length != links() || nodeCapacities.length != nodes()) {
            throw new IllegalArgumentException(linkCapacities.length + " link and " + nodeCapacities.length
                    + " node capacities for " + links() + " links and " + nodes() + " nodes");
        }
        return new Network(this, linkCapacities.clone(), nodeCapacities.clone());
    }

    /** Collects nodes and links. Nodes come to be when first named. */
    public static final class Builder {
        private final List<String> names = new ArrayList<>();
        private final Map<String, Integer> numbers = new LinkedHashMap<>();
        private double[] nodeCapacity = new double[0];
        private int[] source = new int[16];
        private int[] target = new int[16];
        private double[] capacity = new double[16];
        private double[] metric = new double[16];
        private int links;

        private Builder() {}

        /** The number of the node of that name, a new one if need be. */
        public int node(String name) {
            Integer known = numbers.get(Objects.requireNonNull(name));
            if (known != null) {
                return known;
            }
            if (name.isBlank()) {
                throw new IllegalArgumentException("a node needs a name");
            }
            int number = names.size();
            names.add(name);
            numbers.put(name, number);
            if (number == nodeCapacity.length) {
                nodeCapacity = Arrays.copyOf(nodeCapacity, Math.max(16, 2 * number));
                Arrays.fill(nodeCapacity, number, nodeCapacity.length, Double.POSITIVE_INFINITY);
            }
            return number;
        }

        public boolean has(String name) {
            return numbers.containsKey(name);
        }

        /** Sets what a node can forward, bit/s. */
        public Builder nodeCapacity(String name, double bitsPerSecond) {
            requireCapacity(bitsPerSecond);
            int number = node(name);
            nodeCapacity[number] = bitsPerSecond;
            return this;
        }

        /** Adds a link of metric 1. */
        public Builder link(String from, String to, double bitsPerSecond) {
            return link(from, to, bitsPerSecond, 1);
        }

        /** Adds a link; several between the same nodes are allowed. */
        public Builder link(String from, String to, double bitsPerSecond, double metric) {
            return link(node(from), node(to), bitsPerSecond, metric);
        }

        Builder link(int from, int to, double bitsPerSecond, double linkMetric) {
            requireCapacity(bitsPerSecond);
            if (!(linkMetric >= 0) || Double.isInfinite(linkMetric)) {
                throw new IllegalArgumentException("metric=" + linkMetric + " must be 0 or more");
            }
            if (from == to) {
                throw new IllegalArgumentException("invalid link from '" + names.get(from) + "' to itself");
            }
            if (links == source.length) {
                source = Arrays.copyOf(source, 2 * links);
                target = Arrays.copyOf(target, 2 * links);
                capacity = Arrays.copyOf(capacity, 2 * links);
                metric = Arrays.copyOf(metric, 2 * links);
            }
            source[links] = from;
            target[links] = to;
            capacity[links] = bitsPerSecond;
            metric[links] = linkMetric;
            links++;
            return this;
        }

        public Network build() {
            return new Network(this);
        }

        private static void requireCapacity(double bitsPerSecond) {
            if (!(bitsPerSecond >= 0) || Double.isInfinite(bitsPerSecond)) {
                throw new IllegalArgumentException("bitsPerSecond=" + bitsPerSecond + " must be a number, 0 or more");
            }
        }
    }
}
