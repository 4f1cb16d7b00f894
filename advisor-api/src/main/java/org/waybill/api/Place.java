package org.waybill.api;

/**
 * Where something is.
 *
 * @param city the city's English name, or an empty string
 * @param country ISO 3166-1 alpha-2 code in capitals, or an empty string
 * @param latitude degrees north, -90..90
 * @param longitude degrees east, -180..180
 * @param basis how the place is known
 */
public record Place(String city, String country, double latitude, double longitude, PlaceBasis basis) {
    public Place {
        if (!(latitude >= -90 && latitude <= 90) || !(longitude >= -180 && longitude <= 180)) {
            throw new IllegalArgumentException(
                    "invalid coordinates: latitude " + latitude + ", longitude " + longitude);
        }
    }
}
