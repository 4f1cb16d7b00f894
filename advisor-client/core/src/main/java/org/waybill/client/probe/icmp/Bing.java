package org.waybill.client.probe.icmp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bottleneck bandwidth from the slopes of the hops of a path. A byte more takes 8/C on each link, there and back, so
 * the slope grows from hop to hop by 16/C of the link between them, and the steepest step is the bottleneck. A step
 * over several links whose routers did not answer gives their series 1/(1/C1 + 1/C2 + ...): no more than the
 * narrowest of them, hence {@link Estimate#isLowerBound}.
 */
final class Bing {
    /** Student's t for a two-sided 90 % interval and about five degrees of freedom. */
    private static final double T90 = 2.0;

    private static final double BITS_THERE_AND_BACK = 16;
    private static final double NS_PER_SECOND = 1e9;

    /** The fit of one hop that answered; hops count from 1. */
    record HopFit(int hop, SizeFit fit) {}

    /**
     * @param errorPercent half the width of the 90 % interval
     * @param fromHop the step's ends; hop 0 is this host
     */
    record Estimate(double bitsPerSecond, double errorPercent, int fromHop, int toHop, int samples) {
        /** Whether links are hidden in the step. */
        boolean isLowerBound() {
            return toHop - fromHop > 1;
        }
    }

    private Bing() {}

    /** @param hops in order of distance; null when no step can be distinguished from noise */
    static @Nullable Estimate bottleneck(List<HopFit> hops) {
        @Nullable Estimate narrowest = null;
        List<HopFit> rising = rising(hops);
        for (int i = 0; i < rising.size(); i++) {
            HopFit far = rising.get(i);
            double nearSlope = i == 0 ? 0 : rising.get(i - 1).fit.nsPerByte();
            double nearError = i == 0 ? 0 : rising.get(i - 1).fit.standardErrorNsPerByte();
            double step = far.fit.nsPerByte() - nearSlope;
            double error = T90 * Math.hypot(far.fit.standardErrorNsPerByte(), nearError);
            if (step > 0 && error < step) {
                double bitsPerSecond = BITS_THERE_AND_BACK * NS_PER_SECOND / step;
                if (narrowest == null || bitsPerSecond < narrowest.bitsPerSecond) {
                    int fromHop = i == 0 ? 0 : rising.get(i - 1).hop;
                    narrowest = new Estimate(bitsPerSecond, 100 * error / step, fromHop, far.hop, far.fit.samples());
                }
            }
        }
        return narrowest;
    }

    /**
     * Slopes cannot fall with distance. Where one seems to, its router was slow to answer large packets, and the
     * steeper hop before it is left out if the farther one is the better known.
     */
    private static List<HopFit> rising(List<HopFit> hops) {
        List<HopFit> rising = new ArrayList<>();
        for (HopFit hop : hops) {
            while (!rising.isEmpty() && rising.getLast().fit.nsPerByte() > hop.fit.nsPerByte()) {
                rising.removeLast();
            }
            rising.add(hop);
        }
        return rising;
    }
}
