package org.waybill.planner.file;

import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.routing.Network;

/**
 * CtrlPlane topologies of OSCARS 0.5 and 0.6: nodes with ports, capacities in bit/s on the ports, and links that name
 * the link at the other end. A link carries the lesser of the two ports' reservable capacities and has the metric of
 * its near end. Nodes are called {@code domain:node}. Links to {@code *}, a customer's side, lead nowhere and are
 * passed over.
 */
public final class CtrlPlaneTopology {
    private CtrlPlaneTopology() {}

    public static Parsed<Network> read(Reader xml, String file) {
        List<InputProblem> problems = new ArrayList<>();
        Reading reading = new Reading(file, problems);
        XmlEvents.read(xml, reading, file, problems);
        return new Parsed<>(reading.network(), problems);
    }

    /** A link's or port's URN in its parts; {@code urn:ogf:network:domain=d:node=n:...} or without the keys. */
    private record Urn(String domain, String node, String port) {
        static @Nullable Urn of(String text) {
            String[] parts = text.replaceFirst("^urn:ogf:network:", "").split(":");
            for (int i = 0; i < parts.length; i++) {
                parts[i] = parts[i].replaceFirst("^(domain|node|port|link)=", "");
            }
            boolean whole = parts.length >= 3 && !List.of(parts).subList(0, 3).contains("*");
            return whole ? new Urn(parts[0], parts[1], parts[2]) : null;
        }

        String nodeName() {
            return domain + ":" + node;
        }

        @Override
        public String toString() {
            return nodeName() + ":" + port;
        }
    }

    private static final class Link {
        private final int line;
        private final Urn near;
        private @Nullable Urn far;
        private double metric = 1;

        Link(Urn near, int line) {
            this.near = near;
            this.line = line;
        }
    }

    private static final class Reading implements XmlEvents.Handler {
        private final String file;
        private final List<InputProblem> problems;
        private final Map<Urn, Double> capacities = new HashMap<>();
        private final Map<Urn, Double> reservable = new LinkedHashMap<>();
        private final List<Link> links = new ArrayList<>();
        private @Nullable Urn port;
        private @Nullable Link link;

        Reading(String file, List<InputProblem> problems) {
            this.file = file;
            this.problems = problems;
        }

        @Override
        public void start(String name, @Nullable String id, @Nullable String type, int line) {
            Urn urn = id == null ? null : Urn.of(id);
            if (name.equals("port")) {
                port = urn;
            } else if (name.equals("link") && urn != null) {
                link = new Link(urn, line);
                links.add(link);
            }
        }

        @Override
        public void text(String name, String text, int line) {
            if (name.equals("remoteLinkId") && link != null) {
                link.far = Urn.of(text);
            } else if (name.equals("trafficEngineeringMetric") && link != null) {
                link.metric = number(text, line, link.metric);
            } else if (name.equals("capacity") && port != null) {
                capacities.put(port, number(text, line, 0));
            } else if (name.equals("maximumReservableCapacity") && port != null) {
                reservable.put(port, number(text, line, 0));
            }
        }

        private double number(String text, int line, double otherwise) {
            try {
                double number = Double.parseDouble(text);
                if (number >= 0 && number < Double.POSITIVE_INFINITY) {
                    return number;
                }
            } catch (NumberFormatException _) {
                // reported below, with the negative ones
            }
            problems.add(new InputProblem(file, line, "'" + text + "' is not a number of 0 or more"));
            return otherwise;
        }

        @Override
        public void end(String name) {
            if (name.equals("link")) {
                link = null;
            } else if (name.equals("port")) {
                port = null;
            }
        }

        Network network() {
            capacities.putAll(reservable);
            Network.Builder builder = Network.builder();
            for (Link one : links) {
                Urn far = one.far;
                if (far != null) {
                    join(builder, one, far);
                }
            }
            return builder.build();
        }

        private void join(Network.Builder builder, Link one, Urn far) {
            Double here = capacities.get(one.near);
            Double there = capacities.get(far);
            if (here == null) {
                problem(one, "the port of link " + one.near + " has no capacity");
                return;
            }
            if (one.near.nodeName().equals(far.nodeName())) {
                problem(one, "the link " + one.near + " leads to its own node");
                return;
            }
            if (there == null && one.near.domain().equals(far.domain())) {
                problem(
                        one,
                        "the link " + one.near + " leads to " + far + ", which the file does not describe; its own "
                                + "capacity is used");
            } else if (there != null && links.stream().noneMatch(l -> l.near.equals(far) && one.near.equals(l.far))) {
                problem(one, "the link " + one.near + " is one-way: " + far + " does not lead back");
            }
            builder.link(one.near.nodeName(), far.nodeName(), there == null ? here : Math.min(here, there), one.metric);
        }

        private void problem(Link one, String message) {
            problems.add(new InputProblem(file, one.line, message));
        }
    }
}
