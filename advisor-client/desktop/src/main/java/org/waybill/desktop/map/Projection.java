package org.waybill.desktop.map;

/**
 * Where degrees are on the screen: the equidistant cylindrical projection whose true parallel is the middle's.
 *
 * @param longitude of the middle, may run past 180 degrees
 * @param latitude of the middle
 * @param pixelsPerDegree of latitude
 * @param width of the picture in pixels
 * @param height likewise
 */
public record Projection(double longitude, double latitude, double pixelsPerDegree, double width, double height) {
    private static final double LEAST_ZOOM = 1.2;
    private static final double MOST_ZOOM = 400;
    private static final double FARTHEST = 84;

    public Projection {
        pixelsPerDegree = Math.clamp(pixelsPerDegree, LEAST_ZOOM, MOST_ZOOM);
        latitude = Math.clamp(latitude, -FARTHEST, FARTHEST);
    }

    /** The whole world. */
    public static Projection world(double width, double height) {
        return new Projection(0, 20, Math.min(width / 360, height / 150), width, height);
    }

    /** The smallest part of the world that holds an area with some room around it. */
    public static Projection around(double west, double south, double east, double north, double width, double height) {
        double middle = (south + north) / 2;
        double squeeze = Math.cos(Math.toRadians(Math.clamp(middle, -60, 60)));
        double zoom = Math.min(width / (Math.max(east - west, 4) * squeeze), height / Math.max(north - south, 4)) * 0.7;
        return new Projection((west + east) / 2, middle, zoom, width, height);
    }

    private double squeeze() {
        return Math.cos(Math.toRadians(Math.clamp(latitude, -60, 60)));
    }

    public double x(double atLongitude) {
        return width / 2 + (atLongitude - longitude) * pixelsPerDegree * squeeze();
    }

    public double y(double atLatitude) {
        return height / 2 - (atLatitude - latitude) * pixelsPerDegree;
    }

    public double longitudeAt(double x) {
        return longitude + (x - width / 2) / (pixelsPerDegree * squeeze());
    }

    public double latitudeAt(double y) {
        return latitude - (y - height / 2) / pixelsPerDegree;
    }

    /** Moved by pixels: what was at (0, 0) comes to (dx, dy). */
    public Projection panned(double dx, double dy) {
        return new Projection(
                longitude - dx / (pixelsPerDegree * squeeze()),
                latitude + dy / pixelsPerDegree,
                pixelsPerDegree,
                width,
                height);
    }

    /** Larger by a factor; what is at (x, y) stays there, except for the change of the true parallel. */
    public Projection zoomed(double factor, double x, double y) {
        double fixedLongitude = longitudeAt(x);
        double fixedLatitude = latitudeAt(y);
        Projection zoomed = new Projection(longitude, latitude, pixelsPerDegree * factor, width, height);
        return zoomed.panned(x - zoomed.x(fixedLongitude), y - zoomed.y(fixedLatitude));
    }

    /** The same view in a window of another size. */
    public Projection sized(double newWidth, double newHeight) {
        return new Projection(longitude, latitude, pixelsPerDegree, newWidth, newHeight);
    }
}
