package org.waybill.client.probe.train;

/**
 * A train to be sent.
 *
 * @param packets how many, at least 3
 * @param packetBytes of each IP packet, headers included
 * @param spacingNs from the beginning of one to the beginning of the next; 0 for as fast as possible
 */
public record TrainPlan(int packets, int packetBytes, long spacingNs) {
    public TrainPlan {
        if (packets < 3 || packetBytes < 64 || spacingNs < 0) {
            throw new IllegalArgumentException(
                    "invalid packet train: " + packets + " packets of " + packetBytes + " bytes");
        }
    }
}
