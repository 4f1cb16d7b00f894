package org.waybill.client.drawing;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.client.HumanUnits;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;

/**
 * Draws a route on a map. Hops of one city share a mark; a dashed line leads past hops whose place is unknown. Shapes
 * and shades differ as well as hues (Okabe and Ito's palette), so that the map can be read without seeing colours.
 */
public final class RouteMap {
    private static final int WIDTH = 1200;
    private static final int HEIGHT = 720;
    private static final int TOP = 64;
    private static final int LINE = 20;
    private static final int BOTTOM = 36;
    private static final int OCEAN = 0xdfe9f1;
    private static final int LAND = 0xfaf7f0;
    private static final int BORDER = 0xd3ccbd;
    private static final int SHORE = 0x9fb0bf;
    private static final int GRID = 0xcfdbe5;
    private static final int INK = 0x22262b;
    private static final int GREY = 0x5b6570;
    private static final int ROUTE = 0x0072b2;
    private static final int CIRCUIT = 0xcc79a7;
    private static final int RELAYED = 0xe69f00;
    private static final int SKY = 0x56b4e9;
    private static final int WHITE = 0xffffff;
    private static final int SOURCE = 0x009e73;
    private static final int DESTINATION = 0xd55e00;
    private static final double SAME_CITY_DEGREES = 0.35;
    private static final double LABEL_SIZE = 14;

    /** One mark on the map: an endpoint or the hops of one city. */
    private record Stop(double[] point, String label, PlaceBasis basis, boolean afterUnknown, Kind kind) {}

    private enum Kind {
        SOURCE,
        HOP,
        DESTINATION
    }

    /** A path with what of it is on the map. */
    private record Track(PathFacts path, List<Stop> stops, List<List<double[]>> legs) {}

    private final List<Mark> marks = new ArrayList<>();
    private final List<Track> tracks = new ArrayList<>();
    private final int top;
    private final Window window;

    private RouteMap(List<PathFacts> paths, List<List<Stop>> stops) {
        List<double[]> all = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            List<Stop> unwrapped = unwrapped(stops.get(i));
            List<List<double[]>> legs = new ArrayList<>();
            for (int k = 0; k + 1 < unwrapped.size(); k++) {
                legs.add(GreatCircleLine.between(unwrapped.get(k).point, unwrapped.get(k + 1).point));
            }
            unwrapped.forEach(stop -> all.add(stop.point));
            legs.forEach(all::addAll);
            tracks.add(new Track(paths.get(i), unwrapped, legs));
        }
        top = TOP + LINE * (paths.size() - 1);
        window = Window.around(all, 0, top, WIDTH, HEIGHT - top - BOTTOM);
    }

    /**
     * The picture of the paths between two endpoints, each with its own colour by its kind.
     *
     * @param source the source's name and place, the place null if unknown
     * @param destination the destination's
     * @throws IllegalArgumentException if there is nothing whose place is known
     */
    public static Picture of(
            String source,
            @Nullable Place sourcePlace,
            String destination,
            @Nullable Place destinationPlace,
            List<PathFacts> paths) {
        RouteMap map = new RouteMap(
                paths,
                paths.stream()
                        .map(path -> stops(source, sourcePlace, destination, destinationPlace, path.hops()))
                        .toList());
        map.drawWorld();
        map.drawRoutes();
        map.drawFrame(source + " \u2192 " + destination);
        return new Picture(WIDTH, HEIGHT, WHITE, "Route from " + source + " to " + destination, map.marks);
    }

    private static List<Stop> stops(
            String source,
            @Nullable Place sourcePlace,
            String destination,
            @Nullable Place destinationPlace,
            List<Hop> hops) {
        List<Stop> stops = new ArrayList<>();
        if (sourcePlace != null) {
            stops.add(new Stop(point(sourcePlace), source, sourcePlace.basis(), false, Kind.SOURCE));
        }
        boolean unknown = sourcePlace == null;
        int last = destinationPlace == null ? hops.size() : hops.size() - 1;
        for (int first = 0; first < last; ) {
            Place place = hops.get(first).place();
            if (place == null) {
                unknown = true;
                first++;
                continue;
            }
            int after = first + 1;
            while (after < last && sameCity(place, hops.get(after).place())) {
                after++;
            }
            stops.add(new Stop(
                    point(place),
                    label(hops, first, after - 1, place),
                    place.basis(),
                    unknown && !stops.isEmpty(),
                    Kind.HOP));
            unknown = false;
            first = after;
        }
        if (destinationPlace != null) {
            stops.add(new Stop(
                    point(destinationPlace),
                    destination,
                    destinationPlace.basis(),
                    unknown && !stops.isEmpty(),
                    Kind.DESTINATION));
        }
        return stops;
    }

    private static double[] point(Place place) {
        return new double[] {place.longitude(), place.latitude()};
    }

    private static boolean sameCity(Place a, @Nullable Place b) {
        return b != null
                && Math.abs(a.latitude() - b.latitude()) < SAME_CITY_DEGREES
                && Math.abs(a.longitude() - GreatCircleLine.near(b.longitude(), a.longitude())) < SAME_CITY_DEGREES;
    }

    private static String label(List<Hop> hops, int first, int last, Place place) {
        StringBuilder label = new StringBuilder();
        label.append(first + 1).append(last > first ? "\u2013" + (last + 1) : "");
        if (!place.city().isEmpty()) {
            label.append(' ').append(place.city());
        }
        Double rttMillis = hops.get(first).rttMillis();
        return rttMillis == null
                ? label.toString()
                : label.append(String.format(Locale.ROOT, ", %.1f ms", rttMillis))
                        .toString();
    }

    private static String subtitle(PathFacts path) {
        List<String> parts = new ArrayList<>();
        if (path.kind() != PathFacts.Kind.INTERNET) {
            parts.add(path.kind() == PathFacts.Kind.RESERVED ? "circuit" : "over relays");
        }
        parts.add(path.hops().size() + " hops");
        if (path.rttMillis() != null) {
            parts.add(String.format(Locale.ROOT, "RTT %.1f ms", path.rttMillis()));
        }
        if (path.bottleneckBitsPerSecond() != null) {
            parts.add((path.kind() == PathFacts.Kind.RESERVED ? "reserved " : "bottleneck ")
                    + HumanUnits.rate(path.bottleneckBitsPerSecond()));
        }
        if (!path.method().isEmpty()) {
            parts.add(path.method());
        }
        if (path.measuredAt() != null) {
            parts.add(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT)
                            .withZone(ZoneOffset.UTC)
                            .format(path.measuredAt())
                    + " UTC");
        }
        return String.join("  \u00b7  ", parts);
    }

    private static String unknownPlaces(List<Hop> hops) {
        List<String> unknown = new ArrayList<>();
        for (int i = 0; i < hops.size(); i++) {
            if (hops.get(i).place() == null) {
                unknown.add(Integer.toString(i + 1));
            }
        }
        return unknown.isEmpty() ? "" : "place unknown: hop " + String.join(", ", unknown);
    }

    private static List<Stop> unwrapped(List<Stop> stops) {
        List<Stop> unwrapped = new ArrayList<>();
        for (Stop stop : stops) {
            double longitude = unwrapped.isEmpty()
                    ? stop.point[0]
                    : GreatCircleLine.near(stop.point[0], unwrapped.getLast().point[0]);
            unwrapped.add(new Stop(
                    new double[] {longitude, stop.point[1]}, stop.label, stop.basis, stop.afterUnknown, stop.kind));
        }
        return unwrapped;
    }

    private void drawWorld() {
        marks.add(Mark.Line.band(WIDTH, top, HEIGHT - BOTTOM, OCEAN));
        drawGrid();
        drawAreas(Coastline.earth().land(), SHORE, 1.6, LAND, OCEAN);
        drawAreas(Coastline.earth().countries(), BORDER, 0.8, Mark.NONE, Mark.NONE);
    }

    private void drawGrid() {
        double step = window.east() - window.west() > 90 ? 30 : window.east() - window.west() > 30 ? 10 : 5;
        double bottom = HEIGHT - BOTTOM;
        for (double x = Math.ceil(window.west() / step) * step; x < window.east(); x += step) {
            marks.add(Mark.Line.straight(window.x(x), top, window.x(x), bottom, GRID, 0.8, false));
        }
        for (double y = Math.ceil(window.south() / step) * step; y < window.north(); y += step) {
            marks.add(Mark.Line.straight(0, window.y(y), WIDTH, window.y(y), GRID, 0.8, false));
        }
    }

    private void drawAreas(List<Coastline.Ring> rings, int stroke, double width, int fill, int hole) {
        for (Coastline.Ring ring : rings) {
            int paint = ring.hole() ? hole : fill;
            for (int turn = -2; turn <= 2; turn++) {
                AreaClip.clip(ring, 360.0 * turn, window)
                        .ifPresent(area -> marks.add(
                                new Mark.Line(area.longitudes(), area.latitudes(), stroke, width, false, paint)));
            }
        }
    }

    private static int colour(PathFacts path) {
        return switch (path.kind()) {
            case INTERNET -> ROUTE;
            case RESERVED -> CIRCUIT;
            case OVERLAY -> RELAYED;
        };
    }

    private void drawRoutes() {
        List<double[]> pixels = new ArrayList<>();
        tracks.forEach(track -> pixels.addAll(drawLegs(track)));
        Labels labels = new Labels(window, pixels);
        labels.reserve(WIDTH - 160, HEIGHT - BOTTOM - 24, 160, 24); // the credit
        List<Stop> shown = new ArrayList<>();
        for (int i = 0; i < tracks.size(); i++) {
            boolean withEnds = i == 0; // they are the same for all
            tracks.get(i).stops.stream()
                    .filter(stop -> withEnds || stop.kind == Kind.HOP)
                    .forEach(shown::add);
        }
        for (Stop stop : shown) {
            double x = window.x(stop.point[0]);
            double y = window.y(stop.point[1]);
            marks.add(dot(stop, x, y));
            labels.reserve(x - 8, y - 8, 16, 16);
        }
        // the endpoints first: their labels matter most
        shown.stream()
                .sorted(Comparator.comparing((Stop stop) -> stop.kind == Kind.HOP))
                .forEach(stop -> marks.addAll(labels.place(
                        window.x(stop.point[0]),
                        window.y(stop.point[1]),
                        stop.label,
                        stop.kind == Kind.HOP ? LABEL_SIZE : LABEL_SIZE + 2,
                        INK,
                        stop.kind != Kind.HOP)));
    }

    /** Draws the line of a path, and says which pixels labels should stay away from. */
    private List<double[]> drawLegs(Track track) {
        List<double[]> pixels = new ArrayList<>();
        for (int i = 0; i < track.legs.size(); i++) {
            double[] xs = track.legs.get(i).stream()
                    .mapToDouble(point -> window.x(point[0]))
                    .toArray();
            double[] ys = track.legs.get(i).stream()
                    .mapToDouble(point -> window.y(point[1]))
                    .toArray();
            marks.add(Mark.Line.open(xs, ys, WHITE, 5.5, false));
            marks.add(Mark.Line.open(xs, ys, colour(track.path), 2.6, track.stops.get(i + 1).afterUnknown));
            for (int k = 0; k + 1 < xs.length; k++) {
                for (double t = 0; t <= 1; t += 0.1) {
                    pixels.add(new double[] {xs[k] + t * (xs[k + 1] - xs[k]), ys[k] + t * (ys[k + 1] - ys[k])});
                }
            }
        }
        return pixels;
    }

    private static Mark dot(Stop stop, double x, double y) {
        return switch (stop.kind) {
            case SOURCE -> new Mark.Dot(x, y, 7.5, SOURCE, WHITE, 2, false, true);
            case DESTINATION -> new Mark.Dot(x, y, 9, DESTINATION, WHITE, 2.5, false, false);
            case HOP -> hopDot(stop.basis, x, y);
        };
    }

    private static Mark hopDot(PlaceBasis basis, double x, double y) {
        return switch (basis) {
            case CATALOGUE, OPERATOR_TABLE -> new Mark.Dot(x, y, 6, ROUTE, WHITE, 1.8, false, false);
            case ROUTER_NAME -> new Mark.Dot(x, y, 6, SKY, INK, 1.4, false, false);
            case IP_DATABASE -> new Mark.Dot(x, y, 6, WHITE, ROUTE, 2.2, false, false);
            case RTT_BOUND -> new Mark.Dot(x, y, 7, WHITE, GREY, 1.8, true, false);
        };
    }

    private void drawFrame(String title) {
        // bands over and under the map cover what sticks out of it
        marks.add(Mark.Line.band(WIDTH, 0, top, WHITE));
        marks.add(Mark.Line.band(WIDTH, HEIGHT - BOTTOM, HEIGHT, WHITE));
        marks.add(new Mark.Text(20, 29, title, 21, INK, Mark.Anchor.START, true, false));
        for (int i = 0; i < tracks.size(); i++) {
            PathFacts path = tracks.get(i).path;
            int colour = tracks.size() == 1 ? GREY : colour(path);
            marks.add(Mark.Text.plain(20, 52 + LINE * i, subtitle(path), 14, colour, Mark.Anchor.START));
        }
        String unknown = unknownPlaces(tracks.getFirst().path.hops());
        drawLegend();
        String credit = "Coastline: Natural Earth";
        marks.add(Mark.Text.plain(WIDTH - 10, HEIGHT - BOTTOM - 8, credit, 11, GREY, Mark.Anchor.END));
        if (!unknown.isEmpty()) {
            marks.add(Mark.Text.plain(WIDTH - 20, 29, unknown, 13, GREY, Mark.Anchor.END));
        }
    }

    private void drawLegend() {
        Set<PlaceBasis> present = EnumSet.noneOf(PlaceBasis.class);
        List<Stop> stops =
                tracks.stream().flatMap(track -> track.stops.stream()).toList();
        stops.stream()
                .filter(stop -> stop.kind == Kind.HOP)
                .forEach(stop ->
                        present.add(stop.basis == PlaceBasis.CATALOGUE ? PlaceBasis.OPERATOR_TABLE : stop.basis));
        double x = 28;
        double y = HEIGHT - 17;
        for (PlaceBasis basis : present) {
            String text =
                    switch (basis) {
                        case CATALOGUE, OPERATOR_TABLE -> "place from the operator's table";
                        case ROUTER_NAME -> "from the router's name";
                        case IP_DATABASE -> "from an IP database";
                        case RTT_BOUND -> "near here, by round-trip time";
                    };
            marks.add(hopDot(basis, x, y));
            marks.add(Mark.Text.plain(x + 13, y + 5, text, 13, GREY, Mark.Anchor.START));
            x += 44 + Picture.textWidth(text, 13);
        }
        if (stops.stream().anyMatch(Stop::afterUnknown)) {
            marks.add(Mark.Line.straight(x - 8, y, x + 24, y, ROUTE, 2.6, true));
            marks.add(Mark.Text.plain(x + 32, y + 5, "across hops of unknown place", 13, GREY, Mark.Anchor.START));
        }
    }
}
