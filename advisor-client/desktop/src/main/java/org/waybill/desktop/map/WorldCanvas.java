package org.waybill.desktop.map;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.Cursor;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.KeyCode;
import javafx.scene.paint.Color;
import javafx.scene.shape.FillRule;
import javafx.scene.shape.StrokeLineJoin;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.TextAlignment;
import org.jspecify.annotations.Nullable;
import org.waybill.api.PlaceBasis;
import org.waybill.client.drawing.Coastline;
import org.waybill.client.drawing.GreatCircleLine;
import org.waybill.client.probe.PathFacts;
import org.waybill.desktop.Drawing;
import org.waybill.desktop.Theme;
import org.waybill.desktop.Theme.Palette;
import org.waybill.desktop.map.MapViewModel.Route;
import org.waybill.desktop.map.MapViewModel.Stop;

/**
 * The world with a route on it. Drag or arrow keys pan, wheel or + and - zoom, 0 fits. Kinds of paths differ by their
 * strokes and kinds of places by their shapes, not by colour alone.
 */
final class WorldCanvas extends Drawing {
    private static final double PAN_PIXELS = 60;
    private static final double ZOOM = 1.25;
    private static final double SAME_PLACE_PIXELS = 6;
    private static final double MARK_PIXELS = 9;
    private static final double LABEL_HEIGHT = 16;

    private final MapViewModel model;
    private double dragX;
    private double dragY;

    WorldCanvas(MapViewModel model) {
        super("Map of the route. Arrow keys pan, plus and minus zoom, 0 shows the whole route.");
        this.model = model;
        setFocusTraversable(true);
        setCursor(Cursor.OPEN_HAND);
        model.view.addListener((property, before, now) -> redraw());
        model.chosen.addListener((property, before, now) -> redraw());
        setOnMousePressed(event -> {
            requestFocus();
            dragX = event.getX();
            dragY = event.getY();
        });
        setOnMouseDragged(event -> {
            model.pan(event.getX() - dragX, event.getY() - dragY);
            dragX = event.getX();
            dragY = event.getY();
        });
        setOnScroll(event -> {
            if (event.getDeltaY() != 0) {
                model.zoom(event.getDeltaY() > 0 ? ZOOM : 1 / ZOOM, event.getX(), event.getY());
                event.consume();
            }
        });
        setOnKeyPressed(event -> {
            if (key(event.getCode(), event.getText())) {
                event.consume();
            }
        });
        focusedProperty().addListener((property, before, now) -> redraw());
    }

    private boolean key(KeyCode code, String text) {
        switch (code) {
            case LEFT -> model.pan(PAN_PIXELS, 0);
            case RIGHT -> model.pan(-PAN_PIXELS, 0);
            case UP -> model.pan(0, PAN_PIXELS);
            case DOWN -> model.pan(0, -PAN_PIXELS);
            case PLUS, ADD, EQUALS -> zoomMiddle(ZOOM);
            case MINUS, SUBTRACT -> zoomMiddle(1 / ZOOM);
            case DIGIT0, NUMPAD0 -> model.fit();
            default -> {
                if (!text.equals("+")) {
                    return false;
                }
                zoomMiddle(ZOOM);
            }
        }
        return true;
    }

    void zoomMiddle(double factor) {
        model.zoom(factor, getWidth() / 2, getHeight() / 2);
    }

    @Override
    protected void resized(double width, double height) {
        model.resize(width, height);
    }

    @Override
    protected void draw(GraphicsContext g, double width, double height, Palette theme) {
        Projection view = model.view.get();
        g.setFill(theme.ocean());
        g.fillRect(0, 0, width, height);
        g.setLineJoin(StrokeLineJoin.ROUND);
        graticule(g, view, theme);
        areas(g, view, Coastline.earth().land(), theme.land(), theme.border().deriveColor(0, 1, 0.9, 1), 1.1);
        areas(g, view, Coastline.earth().countries(), null, theme.border(), 0.6);
        Route route = model.chosen.get();
        if (route != null) {
            for (Route other : model.routes) {
                if (!other.equals(route)) {
                    line(g, view, other, theme.muted().deriveColor(0, 1, 1, 0.6), 2);
                }
            }
            line(g, view, route, theme.background(), 6);
            line(g, view, route, colour(route, theme), 3);
            stops(g, view, route, theme);
        }
        g.setFill(theme.muted());
        g.setFont(Font.font(10.5));
        g.setTextAlign(TextAlignment.RIGHT);
        g.setTextBaseline(VPos.BOTTOM);
        g.fillText("Coastline: Natural Earth", width - 8, height - 5);
        if (isFocused()) {
            g.setStroke(theme.main());
            g.setLineWidth(2);
            g.strokeRect(1, 1, width - 2, height - 2);
        }
    }

    private static void graticule(GraphicsContext g, Projection view, Palette theme) {
        double span = view.longitudeAt(view.width()) - view.longitudeAt(0);
        double step = span > 120 ? 30 : span > 40 ? 10 : 5;
        g.setStroke(theme.grid().deriveColor(0, 1, 1, 0.7));
        g.setLineWidth(0.6);
        for (double x = Math.ceil(view.longitudeAt(0) / step) * step; x < view.longitudeAt(view.width()); x += step) {
            g.strokeLine(view.x(x), 0, view.x(x), view.height());
        }
        for (double y = -80; y <= 80; y += step) {
            g.strokeLine(0, view.y(y), view.width(), view.y(y));
        }
    }

    private static void areas(
            GraphicsContext g,
            Projection view,
            List<Coastline.Ring> rings,
            @Nullable Color fill,
            Color stroke,
            double lineWidth) {
        g.setStroke(stroke);
        g.setLineWidth(lineWidth);
        g.setFillRule(FillRule.EVEN_ODD);
        int first = (int) Math.floor((view.longitudeAt(0) - 180) / 360);
        int last = (int) Math.ceil((view.longitudeAt(view.width()) + 180) / 360);
        for (int turn = first; turn <= last; turn++) {
            for (Coastline.Ring ring : rings) {
                if (visible(ring, turn * 360.0, view)) {
                    trace(g, view, ring, turn * 360.0);
                    if (fill != null) {
                        g.setFill(ring.hole() ? Theme.current().get().palette().ocean() : fill);
                        g.fill();
                    }
                    g.stroke();
                }
            }
        }
    }

    private static boolean visible(Coastline.Ring ring, double shift, Projection view) {
        double west = Double.MAX_VALUE;
        double east = -Double.MAX_VALUE;
        for (double longitude : ring.longitudes()) {
            west = Math.min(west, longitude);
            east = Math.max(east, longitude);
        }
        return view.x(east + shift) >= 0 && view.x(west + shift) <= view.width();
    }

    private static void trace(GraphicsContext g, Projection view, Coastline.Ring ring, double shift) {
        g.beginPath();
        for (int i = 0; i < ring.longitudes().length; i++) {
            double x = view.x(ring.longitudes()[i] + shift);
            double y = view.y(ring.latitudes()[i]);
            if (i == 0) {
                g.moveTo(x, y);
            } else {
                g.lineTo(x, y);
            }
        }
        g.closePath();
    }

    private static Color colour(Route route, Palette theme) {
        return route.kind() == PathFacts.Kind.RESERVED
                ? theme.vermilion()
                : route.kind() == PathFacts.Kind.OVERLAY ? theme.green() : theme.main();
    }

    /** Solid for the Internet, long dashes for a circuit, dots over relays; thin dots past hops of unknown place. */
    private static void line(GraphicsContext g, Projection view, Route route, Color colour, double lineWidth) {
        List<Stop> stops = route.stops();
        Stop before = null;
        boolean gap = false;
        for (Stop stop : stops) {
            if (!stop.isPlaced()) {
                gap = before != null;
                continue;
            }
            if (before != null) {
                g.setStroke(colour);
                g.setLineWidth(gap ? Math.max(1.5, lineWidth - 1) : lineWidth);
                dash(g, route.kind(), gap);
                leg(g, view, before, stop);
            }
            before = stop;
            gap = false;
        }
        g.setLineDashes();
    }

    private static void dash(GraphicsContext g, PathFacts.Kind kind, boolean gap) {
        if (gap) {
            g.setLineDashes(3, 5);
            return;
        }
        g.setLineDashes(
                switch (kind) {
                    case INTERNET -> new double[0];
                    case RESERVED -> new double[] {14, 6};
                    case OVERLAY -> new double[] {7, 5};
                });
    }

    private static void leg(GraphicsContext g, Projection view, Stop from, Stop to) {
        List<double[]> points = option(from, to);
        g.strokePolyline(
                points.stream().mapToDouble(point -> view.x(point[0])).toArray(),
                points.stream().mapToDouble(point -> view.y(point[1])).toArray(),
                points.size());
    }

    private static List<double[]> option(Stop from, Stop to) {
        return GreatCircleLine.between(
                new double[] {from.longitude(), from.latitude()}, new double[] {to.longitude(), to.latitude()});
    }

    private static void stops(GraphicsContext g, Projection view, Route route, Palette theme) {
        List<Stop> placed =
                new ArrayList<>(route.stops().stream().filter(Stop::isPlaced).toList());
        // the endpoints last, on top of what is in their city
        placed.sort(Comparator.comparing(
                stop -> stop.role() == MapViewModel.Role.SOURCE || stop.role() == MapViewModel.Role.DESTINATION));
        placed.forEach(stop -> mark(g, view.x(stop.longitude()), view.y(stop.latitude()), stop, theme));
        LabelPlacer placer = placer(view, route);
        List<double[]> named = new ArrayList<>();
        for (Stop stop : placed.reversed()) {
            double x = view.x(stop.longitude());
            double y = view.y(stop.latitude());
            if (named.stream().noneMatch(point -> Math.hypot(point[0] - x, point[1] - y) < SAME_PLACE_PIXELS)) {
                named.add(new double[] {x, y});
                label(g, x, y, stop, placer, theme);
            }
        }
    }

    /** Knows the route's marks and lines, which labels are to leave free. */
    private static LabelPlacer placer(Projection view, Route route) {
        LabelPlacer placer = new LabelPlacer(view.width(), view.height());
        Stop before = null;
        for (Stop stop : route.stops()) {
            if (stop.isPlaced()) {
                placer.mark(view.x(stop.longitude()), view.y(stop.latitude()), MARK_PIXELS);
                if (before != null) {
                    List<double[]> points = option(before, stop);
                    for (int i = 1; i < points.size(); i++) {
                        placer.line(
                                view.x(points.get(i - 1)[0]),
                                view.y(points.get(i - 1)[1]),
                                view.x(points.get(i)[0]),
                                view.y(points.get(i)[1]));
                    }
                }
                before = stop;
            }
        }
        return placer;
    }

    private static void mark(GraphicsContext g, double x, double y, Stop stop, Palette theme) {
        g.setLineWidth(2);
        g.setLineDashes();
        g.setStroke(theme.background());
        switch (stop.role()) {
            case SOURCE -> {
                g.setFill(theme.green());
                g.fillRect(x - 8, y - 8, 16, 16);
                g.strokeRect(x - 8, y - 8, 16, 16);
            }
            case DESTINATION -> {
                g.setFill(theme.vermilion());
                g.fillOval(x - 9, y - 9, 18, 18);
                g.strokeOval(x - 9, y - 9, 18, 18);
            }
            case RELAY -> {
                g.setFill(theme.green());
                double[] xs = {x, x + 9, x, x - 9};
                double[] ys = {y - 9, y, y + 9, y};
                g.fillPolygon(xs, ys, 4);
                g.strokePolygon(xs, ys, 4);
            }
            default -> hop(g, x, y, stop.basis(), theme);
        }
    }

    /** Full where people keep the place, a ring where a database guesses, dashed where only time bounds it. */
    private static void hop(GraphicsContext g, double x, double y, @Nullable PlaceBasis basis, Palette theme) {
        boolean sure = basis == PlaceBasis.CATALOGUE || basis == PlaceBasis.OPERATOR_TABLE;
        g.setFill(sure ? theme.main() : basis == PlaceBasis.ROUTER_NAME ? theme.sky() : theme.background());
        g.setStroke(sure ? theme.background() : basis == PlaceBasis.RTT_BOUND ? theme.muted() : theme.main());
        if (basis == PlaceBasis.RTT_BOUND) {
            g.setLineDashes(3, 3);
        }
        g.fillOval(x - 6, y - 6, 12, 12);
        g.strokeOval(x - 6, y - 6, 12, 12);
        g.setLineDashes();
    }

    private static void label(GraphicsContext g, double x, double y, Stop stop, LabelPlacer placer, Palette theme) {
        boolean end = stop.role() != MapViewModel.Role.HOP;
        Font font = Font.font(null, end ? FontWeight.BOLD : FontWeight.NORMAL, end ? 13 : 12);
        String text = end ? stop.name() : stop.place().isEmpty() ? "hop " + stop.number() : stop.place();
        Rectangle2D room = placer.place(x, y, width(text, font), LABEL_HEIGHT);
        g.setFont(font);
        g.setTextAlign(TextAlignment.LEFT);
        g.setTextBaseline(VPos.CENTER);
        g.setLineWidth(3.5);
        g.setStroke(theme.background().deriveColor(0, 1, 1, 0.85));
        g.strokeText(text, room.getX(), room.getCenterY());
        g.setFill(theme.ink());
        g.fillText(text, room.getX(), room.getCenterY());
    }
}
