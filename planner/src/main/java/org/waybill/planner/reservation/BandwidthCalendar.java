package org.waybill.planner.reservation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.waybill.planner.routing.Network;

/**
 * A network's bandwidth over time: the capacities less what reservations hold, piecewise constant for each link and
 * each node that has a capacity of its own. Immutable; a reservation is admitted only if every link and node of its
 * path has room for all of its time, so that nothing is ever oversubscribed.
 */
public final class BandwidthCalendar {
    private final Network network;
    private final Map<String, Reservation> reservations;
    /** What is booked, with the reservations. First the links, then the nodes. */
    private final Usage[] usage;

    private BandwidthCalendar(Network network, Map<String, Reservation> reservations, Usage[] usage) {
        this.network = network;
        this.reservations = reservations;
        this.usage = usage;
    }

    /** Nothing is reserved yet. */
    public static BandwidthCalendar of(Network network) {
        return of(network, List.of());
    }

    /** Single links are booked already, as a database keeps them; they are not checked against the capacities. */
    public static BandwidthCalendar of(Network network, List<Booking> bookings) {
        Usage[] usage = new Usage[network.links() + network.nodes()];
        Arrays.fill(usage, Usage.NONE);
        for (Booking booking : bookings) {
            usage[booking.link()] =
                    usage[booking.link()].plus(booking.startMillis(), booking.endMillis(), booking.bitsPerSecond());
        }
        return new BandwidthCalendar(network, Map.of(), usage);
    }

    /** The answer to a request for bandwidth. */
    public sealed interface Admission {
        /** There is room: the calendar with the reservation in it. */
        record Admitted(BandwidthCalendar calendar) implements Admission {}

        /** There is none, and why, in one sentence. */
        record Refused(String reason) implements Admission {}
    }

    /** Admits a reservation if there is room along its path. Of parallel links each hop takes the one with most room. */
    public Admission admit(Reservation wanted) {
        if (reservations.containsKey(wanted.id())) {
            return new Admission.Refused("reservation '" + wanted.id() + "' already exists");
        }
        List<Integer> resources = new ArrayList<>();
        for (int hop = 0; hop + 1 < wanted.path().size(); hop++) {
            String from = wanted.path().get(hop);
            String to = wanted.path().get(hop + 1);
            if (!network.has(from) || !network.has(to)) {
                return new Admission.Refused("no node '" + (network.has(from) ? to : from) + "' in the network");
            }
            int link = roomiest(network.node(from), network.node(to), wanted.startMillis(), wanted.endMillis());
            if (link < 0) {
                return new Admission.Refused("no link from '" + from + "' to '" + to + "'");
            }
            resources.add(link);
            resources.add(network.links() + network.node(from));
        }
        resources.add(network.links() + network.node(wanted.path().getLast()));
        for (int resource : resources) {
            double room = room(resource, wanted.startMillis(), wanted.endMillis());
            if (room < wanted.bitsPerSecond()) {
                return new Admission.Refused(describe(resource) + " has " + (long) room + " bit/s free in that time, "
                        + (long) wanted.bitsPerSecond() + " are requested");
            }
        }
        Usage[] changed = usage.clone();
        for (int resource : resources) {
            changed[resource] =
                    changed[resource].plus(wanted.startMillis(), wanted.endMillis(), wanted.bitsPerSecond());
        }
        Map<String, Reservation> all = new LinkedHashMap<>(reservations);
        all.put(wanted.id(), wanted);
        return new Admission.Admitted(new BandwidthCalendar(network, all, changed));
    }

    private int roomiest(int from, int to, long start, long end) {
        int best = -1;
        for (int i = 0; i < network.outDegree(from); i++) {
            int link = network.outLink(from, i);
            if (network.target(link) == to && (best < 0 || room(link, start, end) > room(best, start, end))) {
                best = link;
            }
        }
        return best;
    }

    private String describe(int resource) {
        return resource < network.links()
                ? "the link from '" + network.name(network.source(resource)) + "' to '"
                        + network.name(network.target(resource)) + "'"
                : "node '" + network.name(resource - network.links()) + "'";
    }

    public Network network() {
        return network;
    }

    public List<Reservation> reservations() {
        return List.copyOf(reservations.values());
    }

    /** The network with what is free all the time from start until end. */
    public Network available(long startMillis, long endMillis) {
        double[] links = new double[network.links()];
        double[] nodes = new double[network.nodes()];
        for (int link = 0; link < links.length; link++) {
            links[link] = room(link, startMillis, endMillis);
        }
        for (int node = 0; node < nodes.length; node++) {
            nodes[node] = room(network.links() + node, startMillis, endMillis);
        }
        return network.withCapacities(links, nodes);
    }

    private double room(int resource, long start, long end) {
        double capacity = resource < network.links()
                ? network.capacity(resource)
                : network.nodeCapacity(resource - network.links());
        return Math.max(0, capacity - usage[resource].peak(start, end));
    }

    /** The times after {@code startMillis} at which any level changes, ascending. */
    long[] changesAfter(long startMillis) {
        TreeSet<Long> times = new TreeSet<>();
        for (Usage one : usage) {
            for (long time : one.times()) {
                if (time > startMillis) {
                    times.add(time);
                }
            }
        }
        return times.stream().mapToLong(Long::longValue).toArray();
    }
}
