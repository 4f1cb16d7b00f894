package org.waybill.service.console;

import java.util.List;
import org.waybill.service.console.Scale.Tick;

/**
 * A drawn chart: places in a box of {@link #WIDTH} by {@link #HEIGHT}. The same facts are in words and in a table
 * next to it, for readers who do not see it.
 *
 * @param summary what it shows, in one or two sentences
 * @param headings of the table
 */
record Chart(
        String id,
        String title,
        String summary,
        String xLabel,
        String yLabel,
        List<Tick> xTicks,
        List<Tick> yTicks,
        List<Point> points,
        List<Line> lines,
        List<Bar> bars,
        List<String> headings,
        List<List<String>> rows) {
    static final double WIDTH = 640;
    static final double HEIGHT = 300;
    static final double LEFT = 78;
    static final double RIGHT = 628;
    static final double TOP = 14;
    static final double BOTTOM = 252;

    /** A dot; {@code style} is a class of the stylesheet. */
    record Point(double x, double y, String style, String title) {}

    /** Points of an SVG polyline. */
    record Line(String points, String style) {}

    /** A column on the ground. */
    record Bar(double x, double y, double width, double height, String style, String title) {}

    /** To the tenths that a picture shows. */
    static double round(double value) {
        return Math.round(value * 10) / 10.0;
    }

    /** Whether there is anything to draw. */
    public boolean empty() {
        return points.isEmpty() && bars.isEmpty();
    }
}
