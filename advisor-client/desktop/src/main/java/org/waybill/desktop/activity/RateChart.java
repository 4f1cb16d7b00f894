package org.waybill.desktop.activity;

import java.util.List;
import java.util.Locale;
import javafx.beans.value.ObservableValue;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import org.waybill.client.HumanUnits;
import org.waybill.client.estimate.EtaBand;
import org.waybill.client.estimate.RatePoint;
import org.waybill.desktop.AxisTicks;
import org.waybill.desktop.Drawing;
import org.waybill.desktop.Theme.Palette;
import org.waybill.desktop.activity.TransferViewModel.Picture;

/** The rate over time, the forecast rate as a dashed line, and on the time axis the band in which it will end. */
final class RateChart extends Drawing {
    private static final double LEFT = 92;
    private static final double RIGHT = 18;
    private static final double TOP = 14;
    private static final double BOTTOM = 46;
    private static final double ROOM_OF_END = 34;

    private Picture picture;

    RateChart(ObservableValue<Picture> model) {
        super("Rate over time");
        picture = model.getValue();
        model.addListener((property, before, now) -> {
            picture = now;
            setAccessibleText(spoken(now));
            redraw();
        });
        setMinHeight(150);
    }

    private static String spoken(Picture now) {
        return now.points().isEmpty()
                ? "Rate over time, nothing yet"
                : "Rate over time, now "
                        + HumanUnits.rate(now.points().getLast().bitsPerSecond());
    }

    @Override
    protected void draw(GraphicsContext g, double width, double height, Palette theme) {
        Picture now = picture;
        EtaBand end = now.end();
        double late = end == null ? 0 : now.elapsedSeconds() + end.secondsP90();
        double seconds = Math.max(
                Math.max(2, now.elapsedSeconds() * 1.03),
                Math.min(late * 1.05, Math.max(10, now.elapsedSeconds() * 6)));
        double highest = now.points().stream()
                .mapToDouble(RatePoint::bitsPerSecond)
                .max()
                .orElse(0);
        double rate = above(Math.max(
                Math.max(
                        highest * 1.08,
                        now.forecastBitsPerSecond() < 3 * highest || highest == 0
                                ? now.forecastBitsPerSecond() * 1.1
                                : 0),
                1e6));
        Scale scale = new Scale(width, height, seconds, rate);
        grid(g, scale, theme);
        if (now.points().isEmpty()) {
            g.setTextAlign(TextAlignment.CENTER);
            label(
                    g,
                    "The rate is drawn here as soon as data arrives.",
                    width / 2,
                    height / 2 - 14,
                    theme.muted(),
                    theme);
        }
        band(g, scale, now, theme);
        line(g, scale, now.points(), theme);
        forecast(g, scale, now, theme);
    }

    /** The next mark of the axis. */
    private static double above(double rate) {
        double step = AxisTicks.step(rate, 5);
        return Math.ceil(rate / step) * step;
    }

    /** Seconds and bit/s to pixels. */
    private record Scale(double width, double height, double seconds, double rate) {
        double x(double atSeconds) {
            return LEFT + Math.min(1, atSeconds / seconds) * (width - LEFT - RIGHT);
        }

        double y(double atRate) {
            return height - BOTTOM - atRate / rate * (height - TOP - BOTTOM);
        }
    }

    private static void grid(GraphicsContext g, Scale scale, Palette theme) {
        g.setFont(Font.font(11.5));
        g.setTextBaseline(VPos.CENTER);
        g.setLineWidth(1);
        double rateStep = AxisTicks.step(scale.rate, 5);
        for (double rate = 0; rate <= scale.rate * 1.001; rate += rateStep) {
            double y = Math.round(scale.y(rate)) + 0.5;
            g.setStroke(theme.grid());
            g.strokeLine(LEFT, y, scale.width - RIGHT, y);
            g.setFill(theme.muted());
            g.setTextAlign(TextAlignment.RIGHT);
            g.fillText(rate == 0 ? "0" : HumanUnits.rate(rate), LEFT - 10, y);
        }
        g.setTextAlign(TextAlignment.CENTER);
        double timeStep = AxisTicks.timeStep(scale.seconds, 8);
        for (double at = 0; at <= scale.seconds; at += timeStep) {
            g.fillText(
                    clock(at), Math.clamp(scale.x(at), LEFT + 8, scale.width - RIGHT - 16), scale.height - BOTTOM + 32);
        }
    }

    private static String clock(double seconds) {
        return seconds >= 3_600 && seconds % 3_600 == 0
                ? String.format(Locale.ROOT, "%.0f h", seconds / 3_600)
                : seconds >= 60 && seconds % 60 == 0
                        ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
                        : String.format(Locale.ROOT, seconds == Math.rint(seconds) ? "%.0f s" : "%.1f s", seconds);
    }

    /** When it will end: solid for the likely half, pale for the late one. */
    private static void band(GraphicsContext g, Scale scale, Picture now, Palette theme) {
        double y = scale.height - BOTTOM + 8;
        g.setFill(theme.grid());
        g.fillRoundRect(LEFT, y, scale.width - LEFT - RIGHT, 8, 8, 8);
        g.setFill(theme.main());
        g.fillRoundRect(LEFT, y, Math.max(8, scale.x(now.elapsedSeconds()) - LEFT), 8, 8, 8);
        EtaBand end = now.end();
        if (end != null && end.secondsP90() > 0) {
            double from = scale.x(now.elapsedSeconds() + end.secondsP50());
            double to = scale.x(now.elapsedSeconds() + end.secondsP90());
            g.setFill(theme.vermilion());
            g.fillRoundRect(from - 1, y - 3, Math.max(6, to - from), 14, 6, 6);
            g.setTextAlign(TextAlignment.CENTER);
            double x = Math.clamp((from + to) / 2, LEFT + 40, scale.width - RIGHT - 40);
            label(g, "expected end", x, y - 20, theme.vermilion(), theme);
        }
    }

    private static void line(GraphicsContext g, Scale scale, List<RatePoint> points, Palette theme) {
        if (points.isEmpty()) {
            return;
        }
        int n = points.size();
        double[] xs = new double[n + 2];
        double[] ys = new double[n + 2];
        for (int i = 0; i < n; i++) {
            xs[i] = scale.x(points.get(i).seconds());
            ys[i] = scale.y(points.get(i).bitsPerSecond());
        }
        xs[n] = xs[n - 1];
        ys[n] = scale.y(0);
        xs[n + 1] = xs[0];
        ys[n + 1] = scale.y(0);
        Color main = theme.main();
        g.setFill(main.deriveColor(0, 1, 1, 0.22));
        g.fillPolygon(xs, ys, n + 2);
        g.setStroke(main);
        g.setLineWidth(2);
        g.strokePolyline(xs, ys, n);
    }

    private static void forecast(GraphicsContext g, Scale scale, Picture now, Palette theme) {
        double expected = now.forecastBitsPerSecond();
        if (expected <= 0 || expected > scale.rate) {
            return;
        }
        double y = Math.round(scale.y(expected)) + 0.5;
        g.setStroke(theme.vermilion());
        g.setLineWidth(1.5);
        g.setLineDashes(6, 5);
        g.strokeLine(LEFT, y, scale.width - RIGHT, y);
        g.setLineDashes();
        String label = "forecast " + HumanUnits.rate(expected);
        boolean low = y > scale.height - BOTTOM - ROOM_OF_END; // where the expected end has its label
        g.setTextAlign(low ? TextAlignment.LEFT : TextAlignment.RIGHT);
        label(g, label, low ? LEFT + 4 : scale.width - RIGHT - 4, y - 9, theme.vermilion(), theme);
    }

    /** Words that can be read on the curve and on lines. */
    private static void label(GraphicsContext g, String text, double x, double y, Color ink, Palette theme) {
        g.setStroke(theme.background());
        g.setLineWidth(3);
        g.strokeText(text, x, y);
        g.setFill(ink);
        g.fillText(text, x, y);
    }
}
