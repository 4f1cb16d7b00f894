package org.waybill.desktop.map;

import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds room for labels next to their points: the side where they cover the least of other labels, of marks and of
 * lines. Greedy in the order of the calls, so the important ones come first. Plain geometry, in pixels.
 */
final class LabelPlacer {
    private static final double GAP = 13;
    private static final double ON_LABEL = 100;
    private static final double OUTSIDE = 60;
    private static final double ON_MARK = 30;
    private static final double ON_LINE = 8;
    /** Right, left, above and below, the corners, then farther off; the earlier the better. */
    private static final double[][] SIDES = {
        {1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, -2}, {1, 2}, {-1, -2}, {-1, 2},
        {0, -2}, {0, 2}
    };

    private final Rectangle2D window;
    private final List<Rectangle2D> labels = new ArrayList<>();
    private final List<Rectangle2D> marks = new ArrayList<>();
    private final List<Line2D> lines = new ArrayList<>();

    LabelPlacer(double width, double height) {
        window = new Rectangle2D.Double(0, 0, width, height);
    }

    void mark(double x, double y, double radius) {
        marks.add(new Rectangle2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    void line(double fromX, double fromY, double toX, double toY) {
        lines.add(new Line2D.Double(fromX, fromY, toX, toY));
    }

    /** Where the label of the point goes; those that follow must avoid it. */
    Rectangle2D place(double x, double y, double width, double height) {
        Rectangle2D best = window;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < SIDES.length; i++) {
            Rectangle2D tried = beside(x, y, width, height, SIDES[i][0], SIDES[i][1]);
            double cost = cost(tried) + i * 0.5;
            if (cost < least) {
                least = cost;
                best = tried;
            }
        }
        labels.add(best);
        return best;
    }

    private static Rectangle2D beside(double x, double y, double width, double height, double right, double down) {
        double left = right > 0 ? x + GAP : right < 0 ? x - GAP - width : x - width / 2;
        double offset = right == 0 ? GAP + height / 2 : height * 0.9;
        return new Rectangle2D.Double(
                left, y - height / 2 + Math.signum(down) * (offset + (Math.abs(down) - 1) * height), width, height);
    }

    private double cost(Rectangle2D tried) {
        return ON_LABEL * labels.stream().filter(tried::intersects).count()
                + (window.contains(tried) ? 0 : OUTSIDE)
                + ON_MARK * marks.stream().filter(tried::intersects).count()
                + ON_LINE
                        * Math.min(
                                4,
                                lines.stream()
                                        .filter(line -> line.intersects(tried))
                                        .count());
    }
}
