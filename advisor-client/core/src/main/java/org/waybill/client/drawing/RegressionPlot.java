package org.waybill.client.drawing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.waybill.client.HumanUnits;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferPoint;

/** Draws transfers of growing size as time over bytes, with the line through them and its interval. */
public final class RegressionPlot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 560;
    private static final double LEFT = 84;
    private static final double RIGHT = 868;
    private static final double TOP = 84;
    private static final double BOTTOM = 494;
    private static final int INK = 0x22262b;
    private static final int GREY = 0x5b6570;
    private static final int GRID = 0xe3e7ea;
    private static final int LINE = 0x0072b2;
    private static final int BAND = 0xd3e6f2;
    private static final int LEFT_OUT = 0xd55e00;
    private static final int WHITE = 0xffffff;
    private static final int TICKS = 6;

    private final List<Mark> marks = new ArrayList<>();
    private final double mostBytes;
    private final double mostSeconds;

    private RegressionPlot(List<TransferPoint> points) {
        mostBytes = 1.06
                * Math.max(
                        1, points.stream().mapToLong(TransferPoint::bytes).max().orElse(1));
        mostSeconds = 1.08
                * Math.max(
                        1e-6,
                        points.stream()
                                .mapToDouble(TransferPoint::seconds)
                                .max()
                                .orElse(1));
    }

    /** The picture; without a fit only the points are drawn. */
    public static Picture of(String title, List<TransferPoint> points, Optional<RateFit> fit) {
        RegressionPlot plot = new RegressionPlot(points);
        plot.axes();
        fit.ifPresent(plot::line);
        for (TransferPoint point : points) {
            boolean used = fit.isEmpty() || fit.get().points().contains(point);
            plot.marks.add(new Mark.Dot(
                    plot.x(point.bytes()),
                    plot.y(point.seconds()),
                    used ? 4.5 : 4,
                    used ? LINE : WHITE,
                    used ? WHITE : LEFT_OUT,
                    1.4,
                    false,
                    !used));
        }
        plot.head(title, points, fit);
        return new Picture(WIDTH, HEIGHT, WHITE, title, plot.marks);
    }

    private double x(double bytes) {
        return LEFT + (RIGHT - LEFT) * bytes / mostBytes;
    }

    private double y(double seconds) {
        return BOTTOM - (BOTTOM - TOP) * seconds / mostSeconds;
    }

    private void axes() {
        boolean mebi = mostBytes >= 2 << 20;
        double byteUnit = mebi ? 1 << 20 : 1 << 10;
        double step = step(mostBytes / byteUnit);
        for (double value = 0; value * byteUnit <= mostBytes; value += step) {
            double x = x(value * byteUnit);
            marks.add(Mark.Line.straight(x, TOP, x, BOTTOM, GRID, 1, false));
            marks.add(Mark.Text.plain(x, BOTTOM + 20, number(value, step), 12, GREY, Mark.Anchor.MIDDLE));
        }
        boolean millis = mostSeconds < 2;
        double timeUnit = millis ? 1e-3 : 1;
        double timeStep = step(mostSeconds / timeUnit);
        for (double value = 0; value * timeUnit <= mostSeconds; value += timeStep) {
            double y = y(value * timeUnit);
            marks.add(Mark.Line.straight(LEFT, y, RIGHT, y, GRID, 1, false));
            marks.add(Mark.Text.plain(LEFT - 9, y + 4, number(value, timeStep), 12, GREY, Mark.Anchor.END));
        }
        marks.add(Mark.Text.plain(
                RIGHT, BOTTOM + 42, "size of the transfer, " + (mebi ? "MiB" : "KiB"), 13, INK, Mark.Anchor.END));
        marks.add(Mark.Text.plain(LEFT - 60, TOP - 12, "time, " + (millis ? "ms" : "s"), 13, INK, Mark.Anchor.START));
    }

    private static double step(double range) {
        double rough = range / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        return power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10);
    }

    private static String number(double value, double step) {
        int digits = (int) Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /** The line, and between the lines of the interval's ends through the points' middle the band. */
    private void line(RateFit fit) {
        double from =
                fit.points().stream().mapToLong(TransferPoint::bytes).min().orElse(0);
        double to = fit.points().stream().mapToLong(TransferPoint::bytes).max().orElse(1);
        double middle = (from + to) / 2;
        double middleSeconds = fit.delaySeconds() + 8 * middle / fit.bitsPerSecond();
        double[] xs = {x(from), x(middle), x(to), x(to), x(middle), x(from)};
        double low = 8 / fit.lowBitsPerSecond();
        double high = 8 / fit.highBitsPerSecond();
        double[] ys = {
            y(middleSeconds + low * (from - middle)),
            y(middleSeconds),
            y(middleSeconds + low * (to - middle)),
            y(middleSeconds + high * (to - middle)),
            y(middleSeconds),
            y(middleSeconds + high * (from - middle))
        };
        for (int i = 0; i < ys.length; i++) {
            ys[i] = Math.clamp(ys[i], TOP, BOTTOM);
        }
        marks.add(new Mark.Line(xs, ys, Mark.NONE, 0, false, BAND));
        // where transfers became slower, a line as steep as their end leaves the picture on both sides
        double rate = fit.bitsPerSecond() / 8;
        double begin = Math.max(from, -fit.delaySeconds() * rate);
        double end = Math.min(to, (mostSeconds - fit.delaySeconds()) * rate);
        if (begin == from) {
            marks.add(Mark.Line.open(
                    new double[] {x(0), x(from)},
                    new double[] {y(Math.max(0, fit.delaySeconds())), y(fit.delaySeconds() + from / rate)},
                    LINE,
                    1.4,
                    true));
        }
        marks.add(Mark.Line.straight(
                x(begin),
                y(fit.delaySeconds() + begin / rate),
                x(end),
                y(fit.delaySeconds() + end / rate),
                LINE,
                2.2,
                false));
    }

    private static String trend(RateFit fit) {
        return switch (fit.trend()) {
            case STEADY -> "";
            case RISING -> "; larger transfers were faster";
            case FALLING -> "; larger transfers were slower";
            case UNSTEADY -> "; some transfers took far longer than the rest of their size";
        };
    }

    private void head(String title, List<TransferPoint> points, Optional<RateFit> fit) {
        marks.add(new Mark.Text(24, 30, title, 18, INK, Mark.Anchor.START, true, false));
        String text = fit.map(found -> String.format(
                        Locale.ROOT,
                        "%s (90 %%: %s to %s), delay %.1f ms, %d transfers%s",
                        HumanUnits.rate(found.bitsPerSecond()),
                        HumanUnits.rate(found.lowBitsPerSecond()),
                        HumanUnits.rate(found.highBitsPerSecond()),
                        1e3 * found.delaySeconds(),
                        points.size(),
                        trend(found)))
                .orElse(points.size() + " transfers: too few for a fit");
        marks.add(Mark.Text.plain(24, 53, text, 13.5, GREY, Mark.Anchor.START));
        if (fit.isPresent() && fit.get().points().size() < points.size()) {
            marks.add(new Mark.Dot(30, BOTTOM + 38, 4, WHITE, LEFT_OUT, 1.4, false, true));
            marks.add(Mark.Text.plain(42, BOTTOM + 42, "in slow start, excluded", 13, GREY, Mark.Anchor.START));
        }
    }
}
