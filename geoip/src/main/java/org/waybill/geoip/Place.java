package org.waybill.geoip;

/**
 * Where something is.
 *
 * @param city the city's English name, or an empty string
 * @param country ISO 3166-1 alpha-2 code in capitals, or an empty string
 * @param latitude degrees north, -90..90
 * @param longitude degrees east, -180..180
 * @param basis how the place is known
 */
public record Place(String city, String country, double latitude, double longitude, Basis basis) {
    /** How a place is known, best first. */
    public enum Basis {
        /** The network operator's own table of interface addresses. */
        OPERATOR_TABLE,
        /** A rule over the router's name. */
        ROUTER_NAME,
        /** An IP geolocation database. */
        IP_DATABASE,
        /** Only a bound: the round-trip time allows nothing farther. */
        RTT_BOUND
    }

    public Place {
        if (!(latitude >= -90 && latitude <= 90) || !(longitude >= -180 && longitude <= 180)) {
            throw new IllegalArgumentException(
                    "invalid coordinates: latitude " + latitude + ", longitude " + longitude);
        }
    }

    /** Kilometres along the surface to another place. */
    public double kilometresTo(Place other) {
        return GreatCircle.kilometres(latitude, longitude, other.latitude, other.longitude);
    }
}
