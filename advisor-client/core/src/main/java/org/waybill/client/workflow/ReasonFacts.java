package org.waybill.client.workflow;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.PathState;

/**
 * What reasons are given from.
 *
 * @param dataset null when the size is unknown
 * @param missingTools those that this machine does not have
 * @param now the moment that a deadline is counted from
 */
record ReasonFacts(AdviceRequest request, @Nullable Dataset dataset, PathState path, Set<Tool> missingTools,
        Instant now) {
    ReasonFacts {
        missingTools = Set.copyOf(missingTools);
    }
}
