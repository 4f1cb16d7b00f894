package org.waybill.client.workflow.option;

import java.util.Optional;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferBudget;

/** Measures an option by making small transfers with it (Lu 2011, section 4.1.1.6). */
@FunctionalInterface
public interface TransferTimer {
    /** Makes none. */
    TransferTimer NONE = (candidate, budget) -> Optional.empty();

    /** The line through transfers of growing size; empty when none can be made, or they show nothing. */
    Optional<RateFit> time(Candidate candidate, TransferBudget budget) throws InterruptedException;

    /**
     * Whether it may and can make transfers by this option; between two other machines only with the user's consent.
     */
    default boolean canTime(Candidate candidate) {
        return !candidate.isThirdPartyDirect() && !candidate.throughHere();
    }
}
