package org.waybill.client.probe.bandwidth;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A line through points of which some may be far off: the slope is the median of the slopes of all pairs (Theil 1950;
 * Sen 1968), each weighted by the pair's distance in x, since distant pairs show slopes better (Jaeckel 1972), over its
 * deviation in y.
 *
 * @param slope in units of y per unit of x
 * @param intercept the median of what is left
 */
public record TheilSen(double slope, double intercept) {
    /**
     * One point.
     *
     * @param deviation of y, in any unit that is the same for all points
     */
    public record Point(double x, double y, double deviation) {
        /** One as good as the others. */
        public Point(double x, double y) {
            this(x, y, 1);
        }
    }

    private record Weighted(double value, double weight) {}

    /** Empty when all points have the same x. */
    public static Optional<TheilSen> of(List<Point> points) {
        int pairs = points.size() * (points.size() - 1) / 2;
        Weighted[] slopes = new Weighted[pairs];
        int count = 0;
        for (int i = 0; i < points.size(); i++) {
            for (int j = i + 1; j < points.size(); j++) {
                double dx = points.get(j).x - points.get(i).x;
                if (dx != 0) {
                    slopes[count++] = new Weighted(
                            (points.get(j).y - points.get(i).y) / dx,
                            Math.abs(dx) / Math.hypot(points.get(i).deviation, points.get(j).deviation));
                }
            }
        }
        if (count == 0) {
            return Optional.empty();
        }
        double slope = median(Arrays.copyOf(slopes, count));
        Weighted[] rest = points.stream()
                .map(point -> new Weighted(point.y - slope * point.x, 1 / point.deviation))
                .toArray(Weighted[]::new);
        return Optional.of(new TheilSen(slope, median(rest)));
    }

    private static double median(Weighted[] values) {
        Arrays.sort(values, Comparator.comparingDouble(Weighted::value));
        double half = Arrays.stream(values).mapToDouble(Weighted::weight).sum() / 2;
        double below = 0;
        for (int i = 0; i < values.length; i++) {
            below += values[i].weight;
            if (below > half) {
                return values[i].value;
            }
            if (below == half && i + 1 < values.length) {
                return (values[i].value + values[i + 1].value) / 2;
            }
        }
        return values[values.length - 1].value;
    }
}
