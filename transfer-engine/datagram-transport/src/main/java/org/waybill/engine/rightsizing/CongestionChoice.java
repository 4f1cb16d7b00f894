package org.waybill.engine.rightsizing;

import java.util.List;
import java.util.Optional;

/**
 * Which congestion control a data connection should use. On a long path a loss-based one needs an almost perfect line:
 * Reno's rate falls with {@code 1 / (RTT sqrt(p))} (Mathis et al. 1997), so that 1e-3 of loss at 100 ms leaves 4
 * Mbit/s; BBR models the path instead of taking each loss for congestion. On a short path the host's choice is as good.
 */
public final class CongestionChoice {
    private static final long LONG_PATH_MICROS = 5_000;
    private static final String MODEL_BASED = "bbr";

    private CongestionChoice() {}

    /** Whether a data connection on such a path will have a model-based congestion control. */
    public static boolean isModelBased(long rttMicros, String hostDefault, List<String> available) {
        return hostDefault.equals(MODEL_BASED)
                || choose(rttMicros, hostDefault, available).isPresent();
    }

    /** What to set; empty to leave the host's default. */
    public static Optional<String> choose(long rttMicros, String hostDefault, List<String> available) {
        boolean wanted = rttMicros >= LONG_PATH_MICROS && !hostDefault.equals(MODEL_BASED);
        return wanted && available.contains(MODEL_BASED) ? Optional.of(MODEL_BASED) : Optional.empty();
    }
}
