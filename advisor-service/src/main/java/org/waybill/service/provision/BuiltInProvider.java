package org.waybill.service.provision;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.reservation.CircuitPlanner;
import org.waybill.planner.routing.Route;
import org.waybill.service.InputChecks;

/**
 * Waybill's own provisioning: circuits over an imported topology. Quotes are exact over the calendar in the database;
 * whether a hold fits is decided there once more, under the links' locks. Circuits are one-way, from source to
 * destination.
 */
record BuiltInProvider(long provisioning, Topologies topologies, Clock clock) implements CircuitProvider {
    /** As OSCARS holds. */
    private static final Duration HOLD = Duration.ofMinutes(15);

    @Override
    public Quotes quote(VolumeRequest ask) {
        Topologies.Stored stored = topologies.of(provisioning);
        return PlannedQuotes.over(
                topologies.calendar(provisioning, stored, ask.earliest()), ask, QuoteBasis.AVAILABILITY);
    }

    @Override
    public HeldCircuit hold(CircuitHoldOrder wanted) {
        Topologies.Stored stored = topologies.of(provisioning);
        List<String> path = wanted.path().isEmpty() ? choose(stored, wanted) : wanted.path();
        if (!path.getFirst().equals(wanted.ingress()) || !path.getLast().equals(wanted.egress())) {
            throw InputChecks.bad("the path leads from " + path.getFirst() + " to " + path.getLast()
                    + ", the hosts are attached at " + wanted.ingress() + " and " + wanted.egress());
        }
        List<List<Long>> hops = stored.hops(path);
        for (int hop = 0; hop < hops.size(); hop++) {
            if (hops.get(hop).isEmpty()) {
                throw InputChecks.bad("no link from " + path.get(hop) + " to " + path.get(hop + 1));
            }
        }
        Instant until = clock.instant().truncatedTo(ChronoUnit.MICROS).plus(HOLD);
        return new HeldCircuit("", wanted.start(), wanted.end(), wanted.bitsPerSecond(), path, until, hops);
    }

    private List<String> choose(Topologies.Stored stored, CircuitHoldOrder wanted) {
        BandwidthCalendar calendar = topologies.calendar(provisioning, stored, wanted.start());
        return CircuitPlanner.shortest(
                        calendar,
                        wanted.ingress(),
                        wanted.egress(),
                        wanted.start().toEpochMilli(),
                        Times.ceilMillis(wanted.end()),
                        wanted.bitsPerSecond())
                .map(Route::nodes)
                .orElseThrow(() -> ServiceException.conflict("no circuit from "
                        + wanted.ingress() + " to " + wanted.egress() + " has " + (long) wanted.bitsPerSecond()
                        + " bit/s free in that time: request a quote"));
    }

    /** The book says it all. */
    @Override
    public void commit(String externalId) {}

    @Override
    public void release(String externalId) {}
}
