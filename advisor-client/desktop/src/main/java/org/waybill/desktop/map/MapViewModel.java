package org.waybill.desktop.map;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.client.HumanUnits;
import org.waybill.client.drawing.GreatCircleLine;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.workflow.Advice;

/** The paths of the latest advice on the world, and their hops. */
public final class MapViewModel {
    private static final String HERE = "This machine";

    public final ObservableList<Route> routes = FXCollections.observableArrayList();
    /** Of the chosen route, in order. */
    public final ObservableList<Stop> stops = FXCollections.observableArrayList();

    public final ObjectProperty<@Nullable Route> chosen = new SimpleObjectProperty<>();
    public final ObjectProperty<Projection> view = new SimpleObjectProperty<>(Projection.world(800, 500));
    private final StringProperty title = new SimpleStringProperty("No route yet");
    private final StringProperty hint = new SimpleStringProperty("Find options under Copy: the route is drawn here.");

    public MapViewModel() {
        chosen.addListener((property, before, now) -> {
            stops.setAll(now == null ? List.of() : now.stops());
            fit();
        });
    }

    /** What a stop is. */
    public enum Role {
        SOURCE,
        HOP,
        RELAY,
        DESTINATION
    }

    /**
     * An end, a router or a relay.
     *
     * @param number as in the trace, from 1; 0 for the source
     * @param longitude not wrapped: runs on along the route; NaN when the place is unknown
     * @param basis how the place is known, null when it is unknown
     */
    public record Stop(
            Role role,
            int number,
            String name,
            String place,
            double longitude,
            double latitude,
            @Nullable PlaceBasis basis,
            @Nullable Double rttMillis) {
        public boolean isPlaced() {
            return basis != null;
        }

        public String rtt() {
            return rttMillis == null
                    ? ""
                    : String.format(Locale.ROOT, rttMillis < 10 ? "%.2f ms" : "%.1f ms", rttMillis);
        }

        public String basisText() {
            return switch (basis) {
                case CATALOGUE -> "catalogue";
                case OPERATOR_TABLE -> "operator's table";
                case ROUTER_NAME -> "router's name";
                case IP_DATABASE -> "address database";
                case RTT_BOUND -> "approximate, from round-trip time";
                case null -> "unknown";
            };
        }
    }

    /** One path between the two endpoints. */
    public record Route(PathFacts.Kind kind, String title, List<Stop> stops) {
        public Route {
            stops = List.copyOf(stops);
        }
    }

    /** Shows the paths of an advice. */
    public void show(Advice advice) {
        title.set(source(advice) + "  \u2192  " + destination(advice));
        List<Route> found = new ArrayList<>();
        for (PathFacts path : advice.paths()) {
            found.add(new Route(path.kind(), title(path), stops(advice, path)));
        }
        if (found.isEmpty()) {
            found.add(new Route(
                    PathFacts.Kind.INTERNET,
                    "Route unknown",
                    stops(advice, PathFacts.unknown(PathFacts.Kind.INTERNET))));
        }
        routes.setAll(found);
        chosen.set(found.getFirst());
        long placed = found.getFirst().stops().stream().filter(Stop::isPlaced).count();
        hint.set(
                placed == 0
                        ? "No location on this route is known. The advisor service locates hosts and routers by its "
                                + "catalogue, operators' tables, router names or an address database."
                        : "");
    }

    private static String source(Advice advice) {
        return isHere(advice, Scenario.LOCAL_TO_REMOTE) ? HERE : advice.source().host();
    }

    private static String destination(Advice advice) {
        return isHere(advice, Scenario.REMOTE_TO_LOCAL)
                ? HERE
                : advice.destination().host();
    }

    private static boolean isHere(Advice advice, Scenario one) {
        return advice.scenario() == one || advice.scenario() == Scenario.LOCAL_TO_LOCAL;
    }

    private static String title(PathFacts path) {
        String kind =
                switch (path.kind()) {
                    case INTERNET -> "Internet path";
                    case RESERVED -> "Circuit";
                    case OVERLAY -> "Over relays";
                };
        StringBuilder text = new StringBuilder(kind);
        if (path.rttMillis() != null) {
            text.append(String.format(Locale.ROOT, ", %.1f ms", path.rttMillis()));
        }
        if (path.bottleneckBitsPerSecond() != null) {
            text.append(", ").append(HumanUnits.rate(path.bottleneckBitsPerSecond()));
        }
        return text.toString();
    }

    private static List<Stop> stops(Advice advice, PathFacts path) {
        List<Stop> stops = new ArrayList<>();
        stops.add(stop(Role.SOURCE, 0, source(advice), advice.source().place(), 0.0));
        int number = 0;
        for (Hop hop : path.hops()) {
            number++;
            String name = hop.name() != null ? hop.name() : hop.address() != null ? hop.address() : "no answer";
            boolean last = number == path.hops().size()
                    && advice.destination().addresses().contains(hop.address());
            if (!last) {
                stops.add(stop(
                        path.kind() == PathFacts.Kind.OVERLAY ? Role.RELAY : Role.HOP,
                        number,
                        name,
                        hop.place(),
                        hop.rttMillis()));
            }
        }
        stops.add(stop(
                Role.DESTINATION,
                number + 1,
                destination(advice),
                advice.destination().place(),
                path.rttMillis()));
        return unwrapped(stops);
    }

    private static Stop stop(Role role, int number, String name, @Nullable Place place, @Nullable Double rttMillis) {
        String where = place == null
                ? ""
                : place.city().isEmpty()
                        ? place.country()
                        : place.city() + (place.country().isEmpty() ? "" : ", " + place.country());
        return new Stop(
                role,
                number,
                name,
                where,
                place == null ? Double.NaN : place.longitude(),
                place == null ? Double.NaN : place.latitude(),
                place == null ? null : place.basis(),
                rttMillis);
    }

    /** A route over the antimeridian continues eastwards, say, to 190 degrees. */
    private static List<Stop> unwrapped(List<Stop> stops) {
        List<Stop> unwrapped = new ArrayList<>();
        double before = Double.NaN;
        for (Stop stop : stops) {
            double longitude = Double.isNaN(before) || !stop.isPlaced()
                    ? stop.longitude()
                    : GreatCircleLine.near(stop.longitude(), before);
            before = stop.isPlaced() ? longitude : before;
            unwrapped.add(new Stop(
                    stop.role(),
                    stop.number(),
                    stop.name(),
                    stop.place(),
                    longitude,
                    stop.latitude(),
                    stop.basis(),
                    stop.rttMillis()));
        }
        return unwrapped;
    }

    /** Brings the whole route into view. */
    public void fit() {
        List<Stop> placed = stops.stream().filter(Stop::isPlaced).toList();
        Projection now = view.get();
        if (placed.isEmpty()) {
            view.set(Projection.world(now.width(), now.height()));
            return;
        }
        view.set(Projection.around(
                placed.stream().mapToDouble(Stop::longitude).min().orElseThrow(),
                placed.stream().mapToDouble(Stop::latitude).min().orElseThrow(),
                placed.stream().mapToDouble(Stop::longitude).max().orElseThrow(),
                placed.stream().mapToDouble(Stop::latitude).max().orElseThrow(),
                now.width(),
                now.height()));
    }

    /** The window's size changed; a route that is shown whole stays whole. */
    public void resize(double width, double height) {
        boolean first = view.get().width() == 800 && view.get().height() == 500;
        view.set(view.get().sized(width, height));
        if (first) {
            fit();
        }
    }

    public void zoom(double factor, double x, double y) {
        view.set(view.get().zoomed(factor, x, y));
    }

    public void pan(double dx, double dy) {
        view.set(view.get().panned(dx, dy));
    }

    public ReadOnlyStringProperty title() {
        return title;
    }

    /** What to do when there is nothing to see; else empty. */
    public ReadOnlyStringProperty hint() {
        return hint;
    }
}
