package org.waybill.client.probe.lab;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.waybill.client.probe.train.ReceivedTrain;
import org.waybill.client.probe.train.TrainEstimator;
import org.waybill.client.probe.train.TrainPlan;
import org.waybill.client.probe.train.TrainSocket;
import org.waybill.engine.testserver.lab.InNamespace;
import org.waybill.engine.testserver.lab.Lab;

/** Measures between two hosts of a lab, both ends in this process, each on a thread in its namespace. */
public final class TrainsBetween {
    private static final long SESSION = 0x57415942494c4cL;
    private static final int PACKET_BYTES = 1500;
    private static final Duration LIMIT = Duration.ofSeconds(3);

    private TrainsBetween() {}

    /** The estimate, empty where too few trains came through. */
    public static Optional<TrainEstimator.Estimate> measure(
            Lab lab, String from, String to, String toAddress, long seed) throws Exception {
        InetAddress target = InetAddress.ofLiteral(toAddress);
        TrainEstimator estimator = new TrainEstimator(PACKET_BYTES, seed);
        try (ExecutorService receiving =
                        Executors.newSingleThreadExecutor(Thread.ofPlatform().factory());
                TrainSocket receiver = InNamespace.call(
                        lab.namespace(to), () -> new TrainSocket(new InetSocketAddress(target, 0), SESSION));
                TrainSocket sender =
                        InNamespace.call(lab.namespace(from), () -> TrainSocket.towards(target, SESSION))) {
            InetSocketAddress there = new InetSocketAddress(target, receiver.port());
            int train = 0;
            for (Optional<TrainPlan> plan = estimator.next(); plan.isPresent(); plan = estimator.next()) {
                int number = train++;
                TrainPlan wanted = plan.get();
                CompletableFuture<long[]> arrivals = CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return receiver.receive(number, wanted.packets(), System.nanoTime() + LIMIT.toNanos());
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        receiving);
                long[] sentNs = sender.send(wanted, number, there);
                estimator.seen(new ReceivedTrain(wanted, sentNs, arrivals.get()));
            }
        }
        return estimator.estimate();
    }
}
