package org.waybill.service.provision;

import java.time.Instant;

/** Moments in whole milliseconds, as the planner counts. */
final class Times {
    private Times() {}

    static long ceilMillis(Instant moment) {
        return moment.minusNanos(1).toEpochMilli() + 1;
    }
}
