package org.waybill.client.drawing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cuts a ring of the coastline to what a window shows, in pixels (Sutherland and Hodgman 1974). */
final class AreaClip {
    /** Cut a little outside, so that the cut edges do not show. */
    private static final double MARGIN = 6;

    /** One edge of the window: inside is where {@code sign * coordinate <= sign * limit}. */
    private record Edge(int axis, double limit, double sign) {
        boolean holds(double[] point) {
            return sign * point[axis] <= sign * limit;
        }

        double[] crossing(double[] a, double[] b) {
            double t = (limit - a[axis]) / (b[axis] - a[axis]);
            return new double[] {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])};
        }
    }

    private AreaClip() {}

    /** The ring shifted by some degrees of longitude, as pixels; empty where the window shows none of it. */
    static Optional<Coastline.Ring> clip(Coastline.Ring ring, double shiftDegrees, Window window) {
        List<double[]> points = new ArrayList<>();
        for (int i = 0; i < ring.longitudes().length; i++) {
            points.add(new double[] {window.x(ring.longitudes()[i] + shiftDegrees), window.y(ring.latitudes()[i])});
        }
        List<Edge> edges = List.of(
                new Edge(0, window.left() - MARGIN, -1),
                new Edge(0, window.left() + window.width() + MARGIN, 1),
                new Edge(1, window.top() - MARGIN, -1),
                new Edge(1, window.top() + window.height() + MARGIN, 1));
        for (Edge edge : edges) {
            points = cut(points, edge);
        }
        return points.size() < 3
                ? Optional.empty()
                : Optional.of(new Coastline.Ring(
                        points.stream().mapToDouble(point -> point[0]).toArray(),
                        points.stream().mapToDouble(point -> point[1]).toArray(),
                        ring.hole()));
    }

    private static List<double[]> cut(List<double[]> points, Edge edge) {
        List<double[]> kept = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            double[] here = points.get(i);
            double[] before = points.get((i + points.size() - 1) % points.size());
            if (edge.holds(here) != edge.holds(before)) {
                kept.add(edge.crossing(before, here));
            }
            if (edge.holds(here)) {
                kept.add(here);
            }
        }
        return kept;
    }
}
