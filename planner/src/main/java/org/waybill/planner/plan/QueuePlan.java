package org.waybill.planner.plan;

import org.waybill.planner.queueing.ReceiveQueue;
import org.waybill.planner.queueing.Receivers;

/**
 * {@code plan queue}.
 *
 * @param p0 probability of an empty system
 * @param meanPackets in the system, those in service included
 * @param throughput packets per second
 * @param utilisation of the receivers, 0..1
 * @param recommendedReceivers the fewest that lose at most the loss asked for
 */
public record QueuePlan(
        double p0,
        double lossProbability,
        double meanPackets,
        double meanResponseSeconds,
        double throughput,
        double utilisation,
        int receivers,
        int recommendedReceivers) {

    /**
     * The plan for one connection with several receivers.
     *
     * @param mostLoss the share of packets that may be lost
     * @param mostReceivers one a core, say
     */
    public static QueuePlan of(
            double arrivalsPerSecond,
            double servicesPerSecond,
            int receivers,
            int bufferPackets,
            double mostLoss,
            int mostReceivers) {
        ReceiveQueue queue = new ReceiveQueue(arrivalsPerSecond, servicesPerSecond, receivers, bufferPackets);
        Receivers.Advice advice = Receivers.recommend(
                Receivers.Layout.ONE_CONNECTION,
                arrivalsPerSecond,
                servicesPerSecond,
                bufferPackets,
                mostLoss,
                mostReceivers);
        return new QueuePlan(
                queue.idleProbability(),
                queue.lossProbability(),
                queue.meanPackets(),
                queue.meanResponseSeconds(),
                queue.throughputPacketsPerSecond(),
                queue.utilisation(),
                receivers,
                advice.receivers());
    }
}
