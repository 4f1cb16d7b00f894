package org.waybill.geoip;

/** Distances on a sphere of the earth's mean radius; within 0.6 % of the ellipsoid. */
public final class GreatCircle {
    private static final double EARTH_RADIUS_KM = 6371.0088;

    private GreatCircle() {}

    /** Kilometres between two points given in degrees, by the haversine formula. */
    public static double kilometres(double latitudeA, double longitudeA, double latitudeB, double longitudeB) {
        double northing = Math.sin(Math.toRadians(latitudeB - latitudeA) / 2);
        double easting = Math.sin(Math.toRadians(longitudeB - longitudeA) / 2);
        double h = northing * northing
                + Math.cos(Math.toRadians(latitudeA)) * Math.cos(Math.toRadians(latitudeB)) * easting * easting;
        return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
    }
}
