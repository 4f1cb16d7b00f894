package org.waybill.client.execution;

import java.util.List;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.engine.TransferException;

/** Gives advice while a transfer runs; it sends no test data, which the transfer and they would disturb. */
@FunctionalInterface
public interface BesideAdvice {
    /**
     * What was found.
     *
     * @param running the forecast for all data by the option that runs; {@link Estimate#UNKNOWN} without one
     * @param others options to the same files, the best one first, each with its forecast for all data; those that do not
     *     resume what the running one has copied send it again
     * @param notUsed nodes that are paired and no option, each with the reason
     */
    record Found(Estimate running, List<TransferOrder> others, List<String> notUsed) {
        public Found {
            others = List.copyOf(others);
            notUsed = List.copyOf(notUsed);
        }

        public Found(Estimate running, List<TransferOrder> others) {
            this(running, others, List.of());
        }
    }

    /** @param all what there is to copy, known from the transfer itself */
    Found find(Dataset all) throws TransferException, InterruptedException;
}
