package org.waybill.client.workflow;

import java.time.Duration;
import java.util.List;
import org.waybill.client.estimate.TransferLine;

/** Measures a way by making small transfers with it (Lu 2011, section 4.1.1.6). */
@FunctionalInterface
public interface TransferTimer {
    /** Makes none. */
    TransferTimer NONE = (candidate, maxBytes, budget) -> List.of();

    /** Sizes and times of the transfers that worked out; empty when none can be made. */
    List<TransferLine.Timed> time(Candidate candidate, long maxBytes, Duration budget) throws InterruptedException;
}
