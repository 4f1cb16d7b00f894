package org.waybill.client.drawing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The world's land and its countries as rings of degrees, decoded from the TopoJSON that comes with the program.
 * Longitudes run on past 180 degrees instead of jumping, so that a ring over the antimeridian stays one piece; a ring
 * around a pole is closed along it. Draw each ring several times, shifted by full turns.
 */
public record Coastline(List<Ring> land, List<Ring> countries) {
    private static final Coastline EARTH = load();
    private static final double FULL_TURN = 360;
    private static final double POLE = 90;

    public Coastline {
        land = List.copyOf(land);
        countries = List.copyOf(countries);
    }

    /** A closed ring; a hole is not land. */
    public record Ring(double[] longitudes, double[] latitudes, boolean hole) {}

    /** The Earth as it comes with the program. */
    public static Coastline earth() {
        return EARTH;
    }

    private static Coastline load() {
        try (InputStream in = Objects.requireNonNull(Coastline.class.getResourceAsStream("countries-110m.json"))) {
            return decode(JsonMapper.shared().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** TopoJSON specification, sections 2.1.2 (transform), 2.1.3 (arcs) and 2.1.4 (arc indexes). */
    private static Coastline decode(JsonNode topology) {
        JsonNode scale = topology.at("/transform/scale");
        JsonNode translate = topology.at("/transform/translate");
        List<List<double[]>> arcs = new ArrayList<>();
        for (JsonNode arc : topology.path("arcs")) {
            double x = 0;
            double y = 0;
            List<double[]> points = new ArrayList<>();
            for (JsonNode step : arc) {
                x += step.path(0).doubleValue();
                y += step.path(1).doubleValue();
                points.add(new double[] {
                    x * scale.path(0).doubleValue() + translate.path(0).doubleValue(),
                    y * scale.path(1).doubleValue() + translate.path(1).doubleValue()
                });
            }
            arcs.add(points);
        }
        List<Ring> land = new ArrayList<>();
        List<Ring> countries = new ArrayList<>();
        collect(topology.at("/objects/land"), arcs, land);
        collect(topology.at("/objects/countries"), arcs, countries);
        return new Coastline(land, countries);
    }

    private static void collect(JsonNode geometry, List<List<double[]>> arcs, List<Ring> rings) {
        switch (geometry.path("type").stringValue()) {
            case "GeometryCollection" -> geometry.path("geometries").forEach(part -> collect(part, arcs, rings));
            case "MultiPolygon" -> geometry.path("arcs").forEach(polygon -> area(polygon, arcs, rings));
            case "Polygon" -> area(geometry.path("arcs"), arcs, rings);
            default -> throw new IllegalArgumentException("no area in " + geometry.path("type"));
        }
    }

    private static void area(JsonNode polygon, List<List<double[]>> arcs, List<Ring> rings) {
        for (int i = 0; i < polygon.size(); i++) {
            rings.add(ring(polygon.path(i), arcs, i > 0));
        }
    }

    private static Ring ring(JsonNode indexes, List<List<double[]>> arcs, boolean hole) {
        List<double[]> points = new ArrayList<>();
        for (JsonNode index : indexes) {
            int number = index.intValue();
            List<double[]> arc =
                    number >= 0 ? arcs.get(number) : arcs.get(~number).reversed();
            // an arc begins where the one before it ended
            points.addAll(points.isEmpty() ? arc : arc.subList(1, arc.size()));
        }
        return unwrapped(points, hole);
    }

    private static Ring unwrapped(List<double[]> points, boolean hole) {
        List<double[]> unwrapped = new ArrayList<>();
        double turn = 0;
        double before = points.getFirst()[0];
        for (double[] point : points) {
            turn += point[0] - before > FULL_TURN / 2 ? -FULL_TURN : point[0] - before < -FULL_TURN / 2 ? FULL_TURN : 0;
            before = point[0];
            unwrapped.add(new double[] {point[0] + turn, point[1]});
        }
        if (turn != 0) {
            double pole = Math.copySign(POLE, unwrapped.getFirst()[1]);
            unwrapped.add(new double[] {unwrapped.getLast()[0], pole});
            unwrapped.add(new double[] {unwrapped.getFirst()[0], pole});
        }
        return new Ring(
                unwrapped.stream().mapToDouble(point -> point[0]).toArray(),
                unwrapped.stream().mapToDouble(point -> point[1]).toArray(),
                hole);
    }
}
