package org.waybill.client.drawing;

import java.util.List;

/**
 * What part of the world a map shows, in the equidistant cylindrical projection with its true parallel in the middle.
 * Longitudes may run past 180 degrees.
 */
record Window(
        double west,
        double north,
        double pixelsPerDegreeX,
        double pixelsPerDegreeY,
        double left,
        double top,
        double width,
        double height) {
    private static final double LEAST_DEGREES = 9;
    private static final double MARGIN = 0.16;
    private static final double FARTHEST_LATITUDE = 84;

    /** The smallest window of the given size in pixels that holds all points with some margin. */
    static Window around(List<double[]> points, double left, double top, double width, double height) {
        double west = points.stream().mapToDouble(point -> point[0]).min().orElse(-180);
        double east = points.stream().mapToDouble(point -> point[0]).max().orElse(180);
        double south = points.stream().mapToDouble(point -> point[1]).min().orElse(-60);
        double north = points.stream().mapToDouble(point -> point[1]).max().orElse(FARTHEST_LATITUDE);
        double middle = Math.clamp((south + north) / 2, -60, 60);
        double squeeze = Math.cos(Math.toRadians(middle));
        double degreesX = Math.max(east - west, LEAST_DEGREES) * (1 + 2 * MARGIN);
        double degreesY = Math.max(north - south, LEAST_DEGREES / 2) * (1 + 2 * MARGIN);
        double scaleY = Math.min(width / (Math.min(degreesX, 360) * squeeze), height / degreesY);
        scaleY = Math.max(scaleY, height / (2 * FARTHEST_LATITUDE));
        double scaleX = scaleY * squeeze;
        double highest = Math.min(FARTHEST_LATITUDE, (south + north) / 2 + height / scaleY / 2);
        double lowest = Math.max(-FARTHEST_LATITUDE, highest - height / scaleY);
        return new Window(
                (west + east) / 2 - width / scaleX / 2,
                lowest + height / scaleY,
                scaleX,
                scaleY,
                left,
                top,
                width,
                height);
    }

    double x(double longitude) {
        return left + (longitude - west) * pixelsPerDegreeX;
    }

    double y(double latitude) {
        return top + (north - latitude) * pixelsPerDegreeY;
    }

    double east() {
        return west + width / pixelsPerDegreeX;
    }

    double south() {
        return north - height / pixelsPerDegreeY;
    }

    boolean holds(double x, double y) {
        return x >= left && x <= left + width && y >= top && y <= top + height;
    }
}
