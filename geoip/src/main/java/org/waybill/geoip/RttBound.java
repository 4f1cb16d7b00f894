package org.waybill.geoip;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What round-trip times forbid. Light in fibre covers 200 km in a millisecond, so a host whose RTT is 1 ms is at most
 * 100 km away; two hosts seen from one place with RTTs a and b are at most 100 (a + b) km apart, wherever that place
 * is. The hops of one path therefore bound each other even when the observer's own place is unknown.
 */
final class RttBound {
    private static final double KM_PER_RTT_MILLI = 100;
    /** Places are cities, not racks. */
    private static final double SLACK_KM = 50;
    /** A bound wider than this says nothing worth drawing. */
    private static final double USEFUL_KM = 100;

    private record Anchor(Place place, double rttMillis) {}

    private final List<Anchor> anchors = new ArrayList<>();

    /** Trusts a place from now on. */
    void anchor(Place place, @Nullable Double rttMillis) {
        if (rttMillis != null) {
            anchors.add(new Anchor(place, rttMillis));
        }
    }

    /** Whether a host with this RTT can be there, according to all places trusted more than the candidate's basis. */
    boolean allows(Place candidate, @Nullable Double rttMillis) {
        return rttMillis == null
                || anchors.stream()
                        .filter(anchor ->
                                anchor.place().basis().compareTo(candidate.basis()) < 0 || anchor.rttMillis() == 0)
                        .allMatch(anchor -> candidate.kilometresTo(anchor.place())
                                <= KM_PER_RTT_MILLI * (rttMillis + anchor.rttMillis()) + SLACK_KM);
    }

    /** The place of the anchor that a host with this RTT must be near; null when none binds it within 100 km. */
    @Nullable
    Place near(@Nullable Double rttMillis) {
        if (rttMillis == null) {
            return null;
        }
        @Nullable Anchor nearest = null;
        for (Anchor anchor : anchors) {
            if (nearest == null || anchor.rttMillis() < nearest.rttMillis()) {
                nearest = anchor;
            }
        }
        if (nearest == null || KM_PER_RTT_MILLI * (rttMillis + nearest.rttMillis()) > USEFUL_KM) {
            return null;
        }
        Place place = nearest.place();
        return new Place("", place.country(), place.latitude(), place.longitude(), Place.Basis.RTT_BOUND);
    }
}
