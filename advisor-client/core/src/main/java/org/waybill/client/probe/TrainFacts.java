package org.waybill.client.probe;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.client.HumanUnits;

/**
 * What packet trains between this machine and a node at the remote host showed.
 *
 * @param there from this machine to the remote host
 * @param back from the remote host to this machine; null if no train came through
 * @param bytes of all packets, headers included
 */
public record TrainFacts(Direction there, @Nullable Direction back, long bytes) {
    /** As shown in {@code method}. */
    static final String METHOD = "trains";

    /** In a few words. */
    public String sentence() {
        return "packet trains: capacity " + HumanUnits.rate(there.capacityBitsPerSecond()) + " there"
                + (back == null ? "" : ", " + HumanUnits.rate(back.capacityBitsPerSecond()) + " back");
    }

    /**
     * One direction.
     *
     * @param capacityBitsPerSecond of the narrowest link; of the sender's own link, where that is the narrowest
     * @param availableBitsPerSecond what others left of it meanwhile; null where too few trains filled the link
     * @param errorPercent spread of the capacity among the trains that filled the link
     * @param trains that came through whole
     */
    public record Direction(
            double capacityBitsPerSecond, @Nullable Double availableBitsPerSecond, double errorPercent, int trains) {
        /** The capacity as the history keeps it. */
        public Measurement capacity(String from, String to, Instant at) {
            return new Measurement(
                    from, to, Quantity.BOTTLENECK_BANDWIDTH, capacityBitsPerSecond, METHOD, trains, errorPercent, at);
        }
    }
}
