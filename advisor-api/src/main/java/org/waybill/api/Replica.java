package org.waybill.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One host's copy of a file.
 *
 * @param accesses how to get it
 * @param priority as its catalogue gives it, 1 first; 0 if it does not
 * @param catalogue who says so
 * @param forecast of getting it by the best of its accesses, null if not asked for or unknown
 */
public record Replica(
        String host,
        List<ReplicaAccess> accesses,
        int priority,
        String catalogue,
        @Nullable Forecast forecast) {}
