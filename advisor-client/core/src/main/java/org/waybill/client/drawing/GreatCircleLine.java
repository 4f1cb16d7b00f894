package org.waybill.client.drawing;

import java.util.ArrayList;
import java.util.List;

/** Points along the shortest line between two places; longitudes continue past 180 degrees instead of jumping. */
public final class GreatCircleLine {
    private static final double STEP_RADIANS = Math.toRadians(1.5);

    private GreatCircleLine() {}

    /** From one point (longitude, latitude) to another, both included; begins at the first one's own longitude. */
    public static List<double[]> between(double[] from, double[] to) {
        double[] a = vector(from);
        double[] b = vector(to);
        double angle = Math.acos(Math.clamp(a[0] * b[0] + a[1] * b[1] + a[2] * b[2], -1.0, 1.0));
        int steps = Math.max(1, (int) Math.ceil(angle / STEP_RADIANS));
        List<double[]> points = new ArrayList<>();
        double before = from[0];
        for (int i = 0; i <= steps; i++) {
            double t = (double) i / steps;
            double wa = angle < 1e-9 ? 1 - t : Math.sin((1 - t) * angle) / Math.sin(angle);
            double wb = angle < 1e-9 ? t : Math.sin(t * angle) / Math.sin(angle);
            double x = wa * a[0] + wb * b[0];
            double y = wa * a[1] + wb * b[1];
            double z = wa * a[2] + wb * b[2];
            double longitude = near(Math.toDegrees(Math.atan2(y, x)), before);
            before = longitude;
            points.add(new double[] {longitude, Math.toDegrees(Math.atan2(z, Math.hypot(x, y)))});
        }
        return points;
    }

    /** The longitude plus the number of full turns that brings it nearest to another. */
    public static double near(double longitude, double other) {
        return longitude + 360 * Math.round((other - longitude) / 360);
    }

    private static double[] vector(double[] point) {
        double longitude = Math.toRadians(point[0]);
        double latitude = Math.toRadians(point[1]);
        return new double[] {
            Math.cos(latitude) * Math.cos(longitude), Math.cos(latitude) * Math.sin(longitude), Math.sin(latitude)
        };
    }
}
