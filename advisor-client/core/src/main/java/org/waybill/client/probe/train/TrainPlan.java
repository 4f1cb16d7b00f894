package org.waybill.client.probe.train;

import java.util.List;

/**
 * A train to be sent.
 *
 * @param packets how many, at least 3
 * @param packetBytes of each IP packet, headers included
 * @param spacingNs from the beginning of one to the beginning of the next; 0 for as fast as possible
 * @param pauseNs before the first one, where it follows another train at once
 */
public record TrainPlan(int packets, int packetBytes, long spacingNs, long pauseNs) {
    public TrainPlan {
        if (packets < 3 || packetBytes < 64 || spacingNs < 0 || pauseNs < 0) {
            throw new IllegalArgumentException(
                    "invalid packet train: " + packets + " packets of " + packetBytes + " bytes");
        }
    }

    /** One that no other precedes. */
    public TrainPlan(int packets, int packetBytes, long spacingNs) {
        this(packets, packetBytes, spacingNs, 0);
    }

    /** Of all trains together. */
    static int packets(List<TrainPlan> trains) {
        return trains.stream().mapToInt(TrainPlan::packets).sum();
    }
}
