package org.waybill.client.probe.train;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.TrainFacts;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.MeasuringClient;
import org.waybill.engine.wire.Message.Burst;

/** The two sockets of trains between this machine and a node: one announces, the other one sends and receives. */
final class TrainLink {
    /** Beyond the planned pauses and spacings: what the first packet needs to arrive. */
    private static final long ARRIVAL_NS = 1_000_000_000;
    /** A round that begins later would be cut off. */
    private static final long ROUND_NS = 400_000_000;

    private final MeasuringClient client;
    private final TrainSocket socket;
    private final InetSocketAddress node;
    private int trains;
    private long bytes;

    /** @param node where it listens for trains */
    TrainLink(MeasuringClient client, TrainSocket socket, InetSocketAddress node) {
        this.client = client;
        this.socket = socket;
        this.node = node;
    }

    private interface Round {
        List<ReceivedTrain> run(List<TrainPlan> plans) throws TransferException, IOException, InterruptedException;
    }

    /** Trains there, then, if the node can send some, trains back. */
    Optional<TrainFacts> exchanged(int packetBytes, long mostBytes, long endNs)
            throws TransferException, IOException, InterruptedException {
        TrainFacts.@Nullable Direction there = rates(packetBytes, mostBytes / 2, endNs, this::sent);
        if (there == null) {
            return Optional.empty();
        }
        TrainFacts.@Nullable Direction back = null;
        if (client.sendsTrains()) {
            try {
                back = rates(packetBytes, mostBytes - bytes, endNs, this::received);
            } catch (TransferException _) {
                // the way there is known all the same
            }
        }
        return Optional.of(new TrainFacts(there, back, bytes));
    }

    private static TrainFacts.@Nullable Direction rates(int packetBytes, long mostBytes, long endNs, Round round)
            throws TransferException, IOException, InterruptedException {
        TrainRounds rounds = new TrainRounds(packetBytes, mostBytes);
        for (Optional<List<TrainPlan>> plans = rounds.next();
                plans.isPresent() && System.nanoTime() + ROUND_NS - endNs < 0;
                plans = rounds.next()) {
            rounds.seen(round.run(plans.get()));
        }
        return rounds.rates().orElse(null);
    }

    /** Sends trains to the node, one after the other. */
    List<ReceivedTrain> sent(List<TrainPlan> plans) throws TransferException, IOException {
        int packets = count(plans);
        client.announce(trains, packets);
        long[] sentNs = socket.send(plans, trains++, node);
        long[] arrivedNs = client.arrivals();
        return arrivedNs.length == packets ? ReceivedTrain.apart(plans, sentNs, arrivedNs) : List.of();
    }

    /** Has the node send them. */
    private List<ReceivedTrain> received(List<TrainPlan> plans) throws TransferException, InterruptedException {
        int packets = count(plans);
        client.order(
                trains,
                plans.getFirst().packetBytes(),
                plans.stream()
                        .map(plan -> new Burst(plan.packets(), plan.spacingNs(), plan.pauseNs()))
                        .toList());
        long plannedNs = plans.stream()
                .mapToLong(plan -> plan.pauseNs() + plan.packets() * plan.spacingNs())
                .sum();
        long[] arrivedNs = socket.receive(trains++, packets, System.nanoTime() + plannedNs + ARRIVAL_NS);
        long[] sentNs = client.departures();
        return sentNs.length == packets ? ReceivedTrain.apart(plans, sentNs, arrivedNs) : List.of();
    }

    private int count(List<TrainPlan> plans) {
        bytes += plans.stream()
                .mapToLong(plan -> (long) plan.packets() * plan.packetBytes())
                .sum();
        return TrainPlan.packets(plans);
    }
}
