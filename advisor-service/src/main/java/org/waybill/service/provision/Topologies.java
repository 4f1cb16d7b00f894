package org.waybill.service.provision;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.TopologyReport;
import org.waybill.db.reservation.BookingRow;
import org.waybill.db.reservation.Bookings;
import org.waybill.db.reservation.CircuitLinkRow;
import org.waybill.db.reservation.CircuitLinks;
import org.waybill.planner.file.InputProblem;
import org.waybill.planner.file.Parsed;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.reservation.Booking;
import org.waybill.planner.routing.Network;
import org.waybill.service.InputChecks;

/** Topologies of provisioning systems in the database, and the calendars of what is booked on them. */
record Topologies(CircuitLinks links, Bookings bookings, TransactionTemplate transaction) {
    private static final int MOST_LINKS = 100_000;
    private static final int LONGEST_NAME = 200;
    private static final int MOST_PROBLEMS = 100;

    /** A network, and the number in the database of each of its links. */
    record Stored(Network network, List<Long> ids) {
        /** For each hop of a path the parallel links between its two nodes; one of them is empty if there is none. */
        List<List<Long>> hops(List<String> path) {
            List<List<Long>> hops = new ArrayList<>();
            for (int hop = 0; hop + 1 < path.size(); hop++) {
                hops.add(parallel(path.get(hop), path.get(hop + 1)));
            }
            return hops;
        }

        private List<Long> parallel(String from, String to) {
            List<Long> found = new ArrayList<>();
            if (network.has(from) && network.has(to)) {
                int node = network.node(from);
                for (int i = 0; i < network.outDegree(node); i++) {
                    int link = network.outLink(node, i);
                    if (network.target(link) == network.node(to)) {
                        found.add(ids.get(link));
                    }
                }
            }
            return found;
        }
    }

    /** The topology; without nodes if none was imported. */
    Stored of(long provisioning) {
        Network.Builder builder = Network.builder();
        List<Long> ids = new ArrayList<>();
        for (CircuitLinkRow row : links.of(provisioning)) {
            builder.link(row.facts().source(), row.facts().target(), row.bitsPerSecond(), row.metric());
            ids.add(row.id());
        }
        return new Stored(builder.build(), ids);
    }

    /** What is booked on the topology from a time on. */
    BandwidthCalendar calendar(long provisioning, Stored stored, Instant from) {
        Map<Long, Integer> numbers = new HashMap<>();
        for (int link = 0; link < stored.ids().size(); link++) {
            numbers.put(stored.ids().get(link), link);
        }
        List<Booking> booked = new ArrayList<>();
        for (BookingRow booking : bookings.of(provisioning, from)) {
            BookingRow.Facts row = booking.facts();
            Integer link = numbers.get(row.link());
            if (link != null) {
                booked.add(new Booking(
                        link,
                        row.startAt().toEpochMilli(),
                        Math.max(row.startAt().toEpochMilli() + 1, Times.ceilMillis(row.endAt())),
                        row.bitsPerSecond()));
            }
        }
        return BandwidthCalendar.of(stored.network(), booked);
    }

    /** Takes over a topology: links are distinguished by their ends and their order among parallel ones. */
    TopologyReport replace(long provisioning, Parsed<Network> parsed) {
        Network network = parsed.value();
        List<String> problems = parsed.problems().stream()
                .limit(MOST_PROBLEMS)
                .map(InputProblem::toString)
                .toList();
        if (network.links() == 0) {
            throw InputChecks.bad(
                    "the topology contains no usable link" + (problems.isEmpty() ? "" : ": " + problems.getFirst()));
        }
        check(network);
        return transaction.execute(_ -> store(provisioning, network, problems));
    }

    private static void check(Network network) {
        if (network.links() > MOST_LINKS) {
            throw new ServiceException(
                    ServiceException.TOO_LARGE, network.links() + " links, at most " + MOST_LINKS + " are allowed");
        }
        for (String name : network.names()) {
            if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
                throw InputChecks.bad("a node's name has more than " + LONGEST_NAME
                        + " characters or a control character: "
                        + name.replaceAll("\\p{Cntrl}", "?").substring(0, Math.min(60, name.length())));
            }
        }
    }

    private TopologyReport store(long provisioning, Network network, List<String> problems) {
        Map<CircuitLinkRow.Place, CircuitLinkRow> gone = new LinkedHashMap<>();
        links.of(provisioning).forEach(row -> gone.put(row.facts(), row));
        Map<List<Integer>, Integer> parallels = new HashMap<>();
        List<CircuitLinkRow> fresh = new ArrayList<>();
        int changed = 0;
        for (int link = 0; link < network.links(); link++) {
            int number = parallels.merge(List.of(network.source(link), network.target(link)), 1, Integer::sum) - 1;
            CircuitLinkRow.Place place = new CircuitLinkRow.Place(
                    provisioning, network.name(network.source(link)), network.name(network.target(link)), number);
            CircuitLinkRow known = gone.remove(place);
            if (known == null) {
                fresh.add(new CircuitLinkRow(place, network.capacity(link), network.metric(link)));
            } else if (known.bitsPerSecond() != network.capacity(link) || known.metric() != network.metric(link)) {
                known.change(network.capacity(link), network.metric(link));
                changed++;
            }
        }
        links.saveAll(fresh);
        int removed = 0;
        for (CircuitLinkRow row : gone.values()) {
            removed += row.bitsPerSecond() > 0 ? 1 : 0;
            row.change(0, row.metric());
        }
        return new TopologyReport(network.nodes(), network.links(), fresh.size(), changed, removed, problems);
    }
}
