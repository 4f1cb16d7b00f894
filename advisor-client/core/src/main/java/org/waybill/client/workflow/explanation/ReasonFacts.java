package org.waybill.client.workflow.explanation;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.PathState;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.protocol.Tool;

/**
 * What reasons are given from.
 *
 * @param dataset null when the size is unknown
 * @param missingTools those that this machine does not have
 * @param now the moment that a deadline is counted from
 */
public record ReasonFacts(
        AdviceRequest request, @Nullable Dataset dataset, PathState path, Set<Tool> missingTools, Instant now) {
    public ReasonFacts {
        missingTools = Set.copyOf(missingTools);
    }
}
