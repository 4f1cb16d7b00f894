package org.waybill.client.probe.map;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The world's land and its countries as rings of degrees, decoded from the TopoJSON that comes with the program.
 * Longitudes run on past 180 degrees instead of jumping, so that a ring over the antimeridian stays one piece; a ring
 * around a pole is closed along it. Draw each ring several times, shifted by full turns.
 */
public final class Coastline {
    private static final Coastline EARTH = load();
    private static final double FULL_TURN = 360;
    private static final double POLE = 90;

    private final List<Ring> land;
    private final List<Ring> countries;

    private Coastline(List<Ring> land, List<Ring> countries) {
        this.land = List.copyOf(land);
        this.countries = List.copyOf(countries);
    }

    /** A closed ring; a hole is not land. */
    public record Ring(double[] longitudes, double[] latitudes, boolean hole) {}

    /** The Earth as it comes with the program. */
    public static Coastline earth() {
        return EARTH;
    }

    /** Its land, islands and holes. */
    public List<Ring> land() {
        return land;
    }

    /** The countries' outlines. */
    public List<Ring> countries() {
        return countries;
    }

    private static Coastline load() {
        try (InputStream in = Objects.requireNonNull(Coastline.class.getResourceAsStream("countries-110m.json"))) {
            return decode(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** TopoJSON specification, sections 2.1.2 (transform), 2.1.3 (arcs) and 2.1.4 (arc indexes). */
    static Coastline decode(String topoJson) {
        Map<?, ?> topology = map(Json.parse(topoJson));
        Map<?, ?> transform = map(topology.get("transform"));
        List<?> scale = list(transform.get("scale"));
        List<?> translate = list(transform.get("translate"));
        List<List<double[]>> arcs = new ArrayList<>();
        for (Object arc : list(topology.get("arcs"))) {
            double x = 0;
            double y = 0;
            List<double[]> points = new ArrayList<>();
            for (Object step : list(arc)) {
                x += number(list(step).get(0));
                y += number(list(step).get(1));
                points.add(new double[] {x * number(scale.get(0)) + number(translate.get(0)),
                    y * number(scale.get(1)) + number(translate.get(1))});
            }
            arcs.add(points);
        }
        Map<?, ?> objects = map(topology.get("objects"));
        List<Ring> land = new ArrayList<>();
        List<Ring> countries = new ArrayList<>();
        collect(map(objects.get("land")), arcs, land);
        collect(map(objects.get("countries")), arcs, countries);
        return new Coastline(land, countries);
    }

    private static void collect(Map<?, ?> geometry, List<List<double[]>> arcs, List<Ring> rings) {
        switch (String.valueOf(geometry.get("type"))) {
            case "GeometryCollection" ->
                list(geometry.get("geometries")).forEach(part -> collect(map(part), arcs, rings));
            case "MultiPolygon" -> list(geometry.get("arcs")).forEach(polygon -> area(list(polygon), arcs, rings));
            case "Polygon" -> area(list(geometry.get("arcs")), arcs, rings);
            default -> throw new IllegalArgumentException("no area in " + geometry.get("type"));
        }
    }

    private static void area(List<?> polygon, List<List<double[]>> arcs, List<Ring> rings) {
        for (int i = 0; i < polygon.size(); i++) {
            rings.add(ring(list(polygon.get(i)), arcs, i > 0));
        }
    }

    private static Ring ring(List<?> indexes, List<List<double[]>> arcs, boolean hole) {
        List<double[]> points = new ArrayList<>();
        for (Object index : indexes) {
            int number = (int) number(index);
            List<double[]> arc = number >= 0 ? arcs.get(number) : arcs.get(~number).reversed();
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
        return new Ring(unwrapped.stream().mapToDouble(point -> point[0]).toArray(),
                unwrapped.stream().mapToDouble(point -> point[1]).toArray(), hole);
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }
}
