package org.waybill.api.overlay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a virtual path is expected to carry: the least of its links' forecasts and of its relays' traversal rates; and
 * whether its relays are worth using (Rizk 2006, section 4.5).
 *
 * @param via relays, {@code host:port} in order; none is the direct path
 * @param bitsPerSecond null if a link of it was never measured
 * @param samples measurements and transfers that the weakest known link's forecast is based on
 * @param improvementPercent over the direct path, less what relaying was seen to cost; null for the direct path, and if
 *     either of the two was never measured
 * @param thresholdPercent the improvement from which relays are used; null for the direct path
 * @param harmPercent by how much the last transfer between these hosts over these relays was slower than the direct
 *     path; null if it was not, or if that is forgotten
 * @param disjoint whether it is one of the paths that share no relay and together carry most; null if it is not
 */
public record PathForecast(
        List<String> via,
        @Nullable Double bitsPerSecond,
        int samples,
        @Nullable Double improvementPercent,
        @Nullable Double thresholdPercent,
        @Nullable Double harmPercent,
        @Nullable Boolean disjoint) {
    /** A path of which nothing is said but its rate. */
    public PathForecast(List<String> via, @Nullable Double bitsPerSecond, int samples) {
        this(via, bitsPerSecond, samples, null, null, null, null);
    }

    /** Whether the relays promise enough, and did no harm. */
    public boolean pays() {
        return improvementPercent != null
                && thresholdPercent != null
                && improvementPercent >= thresholdPercent
                && harmPercent == null;
    }

    /** Whether it is one of the paths to be used at once. */
    public boolean stripes() {
        return Boolean.TRUE.equals(disjoint);
    }

    /** Whether relays were measured and promise too little. */
    public boolean promisesTooLittle() {
        return improvementPercent != null && thresholdPercent != null && improvementPercent < thresholdPercent;
    }
}
