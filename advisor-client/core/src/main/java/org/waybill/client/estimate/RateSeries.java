package org.waybill.client.estimate;

import java.util.ArrayList;
import java.util.List;

/** The rate of a transfer over its whole time in at most {@value #MOST} points: a longer one has coarser ones. */
public final class RateSeries {
    static final int MOST = 240;
    private static final double FIRST_STEP_SECONDS = 0.25;

    private final List<RatePoint> points = new ArrayList<>();
    private double stepSeconds = FIRST_STEP_SECONDS;
    private double lastSeconds;
    private long lastBytes;

    public void start(double seconds, long bytes) {
        lastSeconds = seconds;
        lastBytes = bytes;
    }

    /** Takes note of how far the transfer is; says whether there is a new point. */
    public boolean add(double seconds, long bytes) {
        double span = seconds - lastSeconds;
        if (span < stepSeconds) {
            return false;
        }
        points.add(new RatePoint(seconds, Math.max(0, bytes - lastBytes) * 8 / span));
        lastSeconds = seconds;
        lastBytes = bytes;
        if (points.size() > MOST) {
            halve();
        }
        return true;
    }

    private void halve() {
        List<RatePoint> half = new ArrayList<>();
        for (int i = 0; i + 1 < points.size(); i += 2) {
            RatePoint one = points.get(i);
            RatePoint next = points.get(i + 1);
            half.add(new RatePoint(next.seconds(), (one.bitsPerSecond() + next.bitsPerSecond()) / 2));
        }
        points.clear();
        points.addAll(half);
        stepSeconds *= 2;
    }

    public List<RatePoint> points() {
        return List.copyOf(points);
    }
}
