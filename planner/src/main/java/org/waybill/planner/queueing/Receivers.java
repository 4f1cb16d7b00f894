package org.waybill.planner.queueing;

/**
 * How many receivers to run for a given load: threads at one socket (M/M/m/B, Lu 2011, section 4.3.1.1) or connections
 * with a buffer and a thread each (m queues M/M/1/B at a m-th of the arrivals, section 4.3.1.2, eqs. 4.3.10 to 4.3.12).
 */
public final class Receivers {
    /** How the receivers share the load. */
    public enum Layout {
        /** One buffer, all threads take from it. */
        ONE_CONNECTION,
        /** A connection and a buffer for each; what Para-PLUT does. */
        PARALLEL_CONNECTIONS
    }

    /**
     * A recommendation.
     *
     * @param receivers how many
     * @param throughputPacketsPerSecond of all of them together
     * @param lossProbability of a packet
     * @param meanResponseSeconds from arrival to the end of service
     */
    public record Advice(
            int receivers, double throughputPacketsPerSecond, double lossProbability, double meanResponseSeconds) {}

    private Receivers() {}

    /** What {@code receivers} of them achieve. */
    public static Advice performance(
            Layout layout, double arrivalsPerSecond, double servicesPerSecond, int receivers, int bufferPackets) {
        return switch (layout) {
            case ONE_CONNECTION ->
                advice(new ReceiveQueue(arrivalsPerSecond, servicesPerSecond, receivers, bufferPackets), receivers, 1);
            case PARALLEL_CONNECTIONS ->
                advice(
                        new ReceiveQueue(arrivalsPerSecond / receivers, servicesPerSecond, 1, bufferPackets),
                        receivers,
                        receivers);
        };
    }

    private static Advice advice(ReceiveQueue queue, int receivers, int queues) {
        return new Advice(
                receivers,
                queues * queue.throughputPacketsPerSecond(),
                queue.lossProbability(),
                queue.meanResponseSeconds());
    }

    /**
     * The fewest receivers with which at most {@code mostLoss} of the packets are lost; if even {@code mostReceivers}
     * (one a core, say) lose more, the fewest with which the throughput is within a thousandth of theirs.
     *
     * @param mostLoss above 0 and below 1
     * @param mostReceivers 1 or more
     */
    public static Advice recommend(
            Layout layout,
            double arrivalsPerSecond,
            double servicesPerSecond,
            int bufferPackets,
            double mostLoss,
            int mostReceivers) {
        if (!(mostLoss > 0) || !(mostLoss < 1) || mostReceivers < 1) {
            throw new IllegalArgumentException("mostLoss=" + mostLoss + " must be between 0 and 1, mostReceivers="
                    + mostReceivers + " be at least 1");
        }
        int most = layout == Layout.ONE_CONNECTION ? Math.min(mostReceivers, bufferPackets) : mostReceivers;
        Advice best = performance(layout, arrivalsPerSecond, servicesPerSecond, most, bufferPackets);
        for (int receivers = 1; receivers < most; receivers++) {
            Advice advice = performance(layout, arrivalsPerSecond, servicesPerSecond, receivers, bufferPackets);
            boolean enough = advice.lossProbability() <= mostLoss
                    || best.lossProbability() > mostLoss
                            && advice.throughputPacketsPerSecond() >= .999 * best.throughputPacketsPerSecond();
            if (enough) {
                return advice;
            }
        }
        return best;
    }
}
