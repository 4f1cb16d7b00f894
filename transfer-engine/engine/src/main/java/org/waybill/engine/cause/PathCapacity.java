package org.waybill.engine.cause;

import static org.waybill.engine.cause.RateCause.cause;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.cause.RateCause.Code;

/**
 * What was measured of a path, to judge again what bounded a copy over it: the network did only where the rate came near
 * to it, and others' traffic only where that was seen.
 *
 * @param bitsPerSecond of its narrowest link, headers included
 * @param availableBitsPerSecond what others left of that, null if unknown
 */
public record PathCapacity(double bitsPerSecond, @Nullable Double availableBitsPerSecond) {
    /** Headers take 4 to 7 %, and a measurement of a few seconds is as much off. */
    private static final double NEAR = .85;
    /** The narrowest link in the direction of the data was another one than that which was measured. */
    private static final double BEYOND = 1.15;
    /** Half of a link, as beside one connection of others, is not the link; what is between may be either. */
    private static final double FAR = .6;
    /** What nobody waited for in the network. */
    private static final Set<Code> OF_ENDS = EnumSet.of(Code.LIMIT, Code.SMALL_FILES, Code.DISK, Code.CPU);

    /** @param goodputBitsPerSecond of the copy that this is the cause of */
    public Cause judge(Cause seen, double goodputBitsPerSecond) {
        double share = goodputBitsPerSecond / bitsPerSecond;
        if (OF_ENDS.stream().anyMatch(code -> code.name().equals(seen.code())) || share > BEYOND) {
            return seen;
        }
        if (share >= NEAR) {
            return cause(
                    Code.PATH,
                    "reached %.0f %% of the path's measured capacity of %.3g Mbit/s",
                    100 * share,
                    bitsPerSecond / 1e6);
        }
        return seen.code().equals(Code.PATH.name()) && share < FAR ? shared(seen, goodputBitsPerSecond) : seen;
    }

    /** The congestion window bounded a copy far below the capacity. */
    private Cause shared(Cause seen, double goodputBitsPerSecond) {
        double share = 100 * goodputBitsPerSecond / bitsPerSecond;
        Double left = availableBitsPerSecond;
        if (left != null && left < FAR * bitsPerSecond && goodputBitsPerSecond > left / 2) {
            return cause(
                    Code.CROSS_TRAFFIC,
                    "other traffic left %.3g of the path's %.3g Mbit/s",
                    left / 1e6,
                    bitsPerSecond / 1e6);
        }
        return seen.text().equals(RateCause.QUEUED)
                ? cause(
                        Code.CROSS_TRAFFIC,
                        "packets waited in a queue on the path at %.0f %% of its measured capacity of %.3g Mbit/s:"
                                + " other traffic took the rest",
                        share,
                        bitsPerSecond / 1e6)
                : cause(
                        Code.UNKNOWN,
                        "the congestion window bounded it at %.0f %% of the path's measured capacity of %.3g Mbit/s;"
                                + " neither loss nor a queue was seen",
                        share,
                        bitsPerSecond / 1e6);
    }
}
