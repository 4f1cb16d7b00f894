package org.waybill.desktop.workflow;

import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.estimate.Estimate;

/**
 * How long an option takes.
 *
 * @param secondsP50 null if unknown
 * @param secondsP90 null if unknown
 */
record TimeBand(@Nullable Double secondsP50, @Nullable Double secondsP90) {
    static TimeBand of(Estimate estimate) {
        return new TimeBand(estimate.secondsP50(), estimate.secondsP90());
    }

    /** At a rate that is {@code factor} times as high. */
    TimeBand faster(double factor) {
        return new TimeBand(
                secondsP50 == null ? null : secondsP50 / factor, secondsP90 == null ? null : secondsP90 / factor);
    }

    boolean isKnown() {
        return secondsP50 != null;
    }

    String text() {
        return HumanUnits.roughBand(secondsP50, secondsP90);
    }
}
