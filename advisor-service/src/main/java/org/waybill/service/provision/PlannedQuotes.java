package org.waybill.service.provision;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.api.circuit.ReservedPath;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.reservation.CircuitPlanner;
import org.waybill.planner.reservation.CircuitRequest;
import org.waybill.planner.reservation.Quote;
import org.waybill.planner.reservation.ReservedPathEstimate;
import org.waybill.planner.routing.Network;
import org.waybill.service.InputChecks;

/** Quotes that we work out ourselves. */
public final class PlannedQuotes {
    /** Provisioning systems sell whole Mbit/s. */
    private static final double MEGABIT = 1e6;

    private PlannedQuotes() {}

    /** Both quotes over what is booked, and the estimate from capacities alone. */
    static Quotes over(BandwidthCalendar calendar, VolumeRequest ask, QuoteBasis basis) {
        Network network = calendar.network();
        for (String end : List.of(ask.ingress(), ask.egress())) {
            if (!network.has(end)) {
                throw InputChecks.bad(
                        network.nodes() == 0
                                ? "the system has no topology: import one"
                                : "no node '" + end + "' in its topology");
            }
        }
        Instant latest = ask.latest();
        CircuitRequest request = new CircuitRequest(
                ask.ingress(),
                ask.egress(),
                ask.bytes(),
                Times.ceilMillis(ask.earliest()),
                latest == null ? Long.MAX_VALUE : latest.toEpochMilli(),
                ask.mostBitsPerSecond(),
                MEGABIT);
        return new Quotes(
                basis,
                CircuitPlanner.earliestFinish(calendar, request)
                        .map(PlannedQuotes::quote)
                        .orElse(null),
                CircuitPlanner.shortestDuration(calendar, request)
                        .map(PlannedQuotes::quote)
                        .orElse(null),
                reservedPath(network, ask));
    }

    private static CircuitQuote quote(Quote quote) {
        return new CircuitQuote(
                Instant.ofEpochMilli(quote.startMillis()),
                Instant.ofEpochMilli(quote.endMillis()),
                quote.bitsPerSecond(),
                quote.path().nodes());
    }

    private static @Nullable ReservedPath reservedPath(Network network, VolumeRequest ask) {
        return ReservedPathEstimate.of(network, ask.ingress(), ask.egress(), ask.accessBitsPerSecond())
                .map(estimate -> new ReservedPath(
                        estimate.bitsPerSecond(),
                        estimate.circuitBitsPerSecond(),
                        estimate.accessBitsPerSecond(),
                        estimate.circuit().nodes()))
                .orElse(null);
    }

    /** One circuit from the earliest time on at a given rate, if the volume is through in time. */
    public static Quotes at(double bitsPerSecond, List<String> path, VolumeRequest ask, QuoteBasis basis) {
        double rate = Math.floor(Math.min(bitsPerSecond, ask.mostBitsPerSecond()) / MEGABIT) * MEGABIT;
        if (!(rate > 0)) {
            return new Quotes(basis, null, null, null);
        }
        long start = Times.ceilMillis(ask.earliest());
        double millis = Math.ceil(ask.bytes() * 8000.0 / rate);
        Instant latest = ask.latest();
        if (start + millis > (latest == null ? Long.MAX_VALUE : latest.toEpochMilli())) {
            return new Quotes(basis, null, null, null);
        }
        CircuitQuote quote =
                new CircuitQuote(Instant.ofEpochMilli(start), Instant.ofEpochMilli(start + (long) millis), rate, path);
        return new Quotes(basis, quote, quote, null);
    }

    /** What the caller named, from a system that shows nothing beforehand. */
    public static Quotes asAsked(VolumeRequest ask) {
        if (!ask.namesRate()) {
            throw InputChecks.bad("the system does not report free capacity: specify a rate");
        }
        return at(ask.mostBitsPerSecond(), List.of(), ask, QuoteBasis.AS_ASKED);
    }
}
