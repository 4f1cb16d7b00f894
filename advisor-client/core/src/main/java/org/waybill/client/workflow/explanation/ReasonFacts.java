package org.waybill.client.workflow.explanation;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.PathState;
import org.waybill.client.probe.TrainFacts;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.protocol.Tool;

/**
 * What reasons are given from.
 *
 * @param dataset null when the size is unknown
 * @param trains what packet trains showed of the path; null if there were none
 * @param missingTools those that this machine does not have
 * @param now the moment that a deadline is counted from
 */
public record ReasonFacts(
        AdviceRequest request,
        @Nullable Dataset dataset,
        PathState path,
        @Nullable TrainFacts trains,
        Set<Tool> missingTools,
        Instant now) {
    public ReasonFacts {
        missingTools = Set.copyOf(missingTools);
    }
}
