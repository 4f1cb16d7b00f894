package org.waybill.planner.reservation;

import java.util.OptionalLong;

/** From what size on a reserved circuit is quicker than the best-effort path. */
public final class BreakEven {
    private BreakEven() {}

    /**
     * The least volume that is through sooner over the circuit than over the best-effort path, counted from now:
     * {@code wait + 8 V / circuit <= 8 V / bestEffort}. Empty if the circuit is not faster, so that no volume is.
     *
     * @param circuitWaitSeconds until the circuit carries data: signalling, and its start if that is in the future; 0
     *     or more
     * @param circuitBitsPerSecond above 0
     * @param bestEffortBitsPerSecond above 0
     */
    public static OptionalLong bytes(
            double circuitWaitSeconds, double circuitBitsPerSecond, double bestEffortBitsPerSecond) {
        if (!(circuitWaitSeconds >= 0) || !(circuitBitsPerSecond > 0) || !(bestEffortBitsPerSecond > 0)) {
            throw new IllegalArgumentException("circuitWaitSeconds=" + circuitWaitSeconds + " must be 0 or more, "
                    + "circuitBitsPerSecond=" + circuitBitsPerSecond + " and bestEffortBitsPerSecond="
                    + bestEffortBitsPerSecond + " above 0");
        }
        if (circuitBitsPerSecond <= bestEffortBitsPerSecond) {
            return OptionalLong.empty();
        }
        double secondsPerBit = 1 / bestEffortBitsPerSecond - 1 / circuitBitsPerSecond;
        return OptionalLong.of((long) Math.ceil(circuitWaitSeconds / secondsPerBit / 8));
    }
}
