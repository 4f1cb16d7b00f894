package org.waybill.planner.forecast;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was measured for a forecast, best first. How wide its band is follows from that alone: from what became of
 * earlier forecasts on the same evidence ({@link ForecastBand}), and before there are any from a prior of honest width
 * (decision 0240).
 */
public enum Evidence {
    /** Past transfers of the pair. */
    HISTORY(1.5, Measured.TRANSFERS),
    /** Test transfers whose rate had settled. */
    TEST(1.16, Measured.TRANSFERS),
    /** The links between relays, as their nodes measured them. */
    LINKS(1.5, Measured.TRANSFERS),
    /** Packet trains with a node: the capacity in the direction of the data, and what others left of it. */
    TRAINS(1.6, Measured.BOTH_WAYS),
    /** Test transfers that still sped up, slowed down, or differed. */
    UNSTEADY(1.5, Measured.TRANSFERS),
    /** Test transfers beside connections of others: what these leave over minutes, seconds do not show. */
    SHARED(2.0, Measured.TRANSFERS),
    /** Echoes alone: the capacity of the round trip, without other traffic and without directions. */
    ECHO(2.5, Measured.PACKETS),
    /** No network between the endpoints: what such machines do. */
    ENDS(1.9, Measured.NOTHING),
    /** Nothing of the above: a loss ratio, a window, or what a catalogue says. */
    NONE(2.5, Measured.NOTHING);

    private static final double NORMAL_P90 = 1.2816;

    /** What went over the path. */
    private enum Measured {
        /** Transfers in the direction of the data. */
        TRANSFERS,
        /** Trains that fill the path as transfers do, there and back. */
        BOTH_WAYS,
        /** There and back, without telling these apart. */
        PACKETS,
        NOTHING
    }

    private final double priorP90OverP50;
    private final Measured measured;

    Evidence(double priorP90OverP50, Measured measured) {
        this.priorP90OverP50 = priorP90OverP50;
        this.measured = measured;
    }

    /** Whether transfers over the path were measured, or trains that fill it as they do. */
    public boolean wasSeen() {
        return measured == Measured.TRANSFERS || measured == Measured.BOTH_WAYS;
    }

    /** Whether test transfers were made. */
    public boolean isOfTests() {
        return this == TEST || this == UNSTEADY || this == SHARED;
    }

    /** Whether the two directions were measured apart, so that what one carries says nothing of the other. */
    public boolean tellsDirections() {
        return measured == Measured.BOTH_WAYS;
    }

    /** Whether anything of the path was measured. */
    public boolean wasProbed() {
        return measured != Measured.NOTHING;
    }

    /** That of a name, as answers and the database have it; empty for what this version does not know. */
    public static Optional<Evidence> named(String name) {
        return Stream.of(values()).filter(one -> one.name().equals(name)).findFirst();
    }

    /** Standard deviation of ln(outcome / P50) to reckon with as long as nothing else is known. */
    double priorLogSpread() {
        return Math.log(priorP90OverP50) / NORMAL_P90;
    }
}
