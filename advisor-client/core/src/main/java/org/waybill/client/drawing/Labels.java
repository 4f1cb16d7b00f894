package org.waybill.client.drawing;

import java.util.ArrayList;
import java.util.List;

/** Puts labels next to their points where they cover least: not each other, not points, not the route. */
final class Labels {
    private static final double[][] DIRECTIONS = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
    private static final double[] DISTANCES = {11, 24, 40, 60, 84};
    private static final double LINE_HEIGHT = 1.25;
    private static final double OVERLAP = 50;
    private static final double OUTSIDE = 1000;

    private record Box(double left, double top, double right, double bottom) {
        boolean overlaps(Box other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }

        boolean holds(double[] point) {
            return point[0] > left && point[0] < right && point[1] > top && point[1] < bottom;
        }
    }

    private final Window window;
    private final List<double[]> route;
    private final List<Box> taken = new ArrayList<>();

    /** @param route pixels that had better stay visible */
    Labels(Window window, List<double[]> route) {
        this.window = window;
        this.route = route;
    }

    /** Keeps labels away from something drawn there. */
    void reserve(double x, double y, double width, double height) {
        taken.add(new Box(x, y, x + width, y + height));
    }

    /** The marks of a label for the point (x, y). */
    List<Mark> place(double x, double y, String text, double size, int colour, boolean bold) {
        double width = Picture.textWidth(text, size);
        double height = size * LINE_HEIGHT;
        Box best = new Box(x, y, x + width, y + height);
        double least = Double.MAX_VALUE;
        for (int ring = 0; ring < DISTANCES.length; ring++) {
            for (int i = 0; i < DIRECTIONS.length; i++) {
                double centreX = x + DIRECTIONS[i][0] * (DISTANCES[ring] + width / 2);
                double centreY = y + DIRECTIONS[i][1] * (DISTANCES[ring] * 0.8 + height / 2);
                Box box = new Box(centreX - width / 2, centreY - height / 2, centreX + width / 2, centreY + height / 2);
                double cost = cost(box) + 3 * ring + 0.2 * i;
                if (cost < least) {
                    least = cost;
                    best = box;
                }
            }
        }
        taken.add(best);
        List<Mark> marks = new ArrayList<>();
        double nearX = Math.clamp(x, best.left, best.right);
        double nearY = Math.clamp(y, best.top, best.bottom);
        if (Math.hypot(nearX - x, nearY - y) > DISTANCES[1]) {
            marks.add(Mark.Line.straight(x, y, nearX, nearY, 0x777777, 0.8, false));
        }
        marks.add(
                new Mark.Text(best.left, best.bottom - 0.3 * size, text, size, colour, Mark.Anchor.START, bold, true));
        return marks;
    }

    private double cost(Box box) {
        double cost = window.holds(box.left, box.top) && window.holds(box.right, box.bottom) ? 0 : OUTSIDE;
        cost += OVERLAP * taken.stream().filter(box::overlaps).count();
        return cost + 2 * route.stream().filter(box::holds).count();
    }
}
