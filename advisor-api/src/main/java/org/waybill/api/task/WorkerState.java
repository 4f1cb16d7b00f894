package org.waybill.api.task;

import java.time.Instant;
import java.util.List;

/**
 * A worker, as it was last heard of.
 *
 * @param account whose token it has
 * @param directories below which its tasks may use local paths
 * @param running tasks under a lease of it
 * @param draining whether it gets no more tasks
 * @param silent whether it was not heard of for longer than a lease lasts
 */
public record WorkerState(
        String name,
        String account,
        String host,
        String version,
        int atOnce,
        List<String> directories,
        int running,
        boolean draining,
        boolean silent,
        Instant heardAt) {}
