package org.waybill.client.probe.train;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.waybill.client.probe.ProbeContext;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.MeasuringClient;

/** Capacity and available bandwidth from here to a node, by trains that its control connection announces. */
public final class NodeTrains {
    private static final Duration GRACE = Duration.ofSeconds(4);

    private NodeTrains() {}

    /**
     * Sends trains until the estimator has enough or the time is over.
     *
     * @param address the node's, as the trains shall reach it
     * @param packetBytes of the IP packets, no more than the path takes
     * @return empty where too few trains came through
     */
    public static Optional<TrainEstimator.Estimate> measure(
            Path home, Location node, InetAddress address, int packetBytes, Duration budget, ProbeContext context)
            throws TransferException, InterruptedException {
        FutureTask<Optional<TrainEstimator.Estimate>> task =
                new FutureTask<>(() -> measured(home, node, address, packetBytes, budget, context));
        // sending spins for microseconds, which must not hold up the carriers of virtual threads
        Thread.ofPlatform().daemon().name("trains").start(task);
        try {
            return task.get(budget.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof TransferException known
                    ? known
                    : new TransferException(
                            Reason.UNREACHABLE, "packet trains to " + node.host() + ": " + e.getCause(), e);
        } catch (TimeoutException e) {
            task.cancel(true);
            throw new TransferException(Reason.UNREACHABLE, "the node did not answer in time", e);
        }
    }

    private static Optional<TrainEstimator.Estimate> measured(
            Path home, Location node, InetAddress address, int packetBytes, Duration budget, ProbeContext context)
            throws TransferException, IOException {
        long endNs = context.nowNs() + budget.toNanos();
        long session = new SecureRandom().nextLong();
        TrainEstimator estimator = new TrainEstimator(packetBytes, session);
        try (MeasuringClient client = MeasuringClient.connect(home, node);
                TrainSender sender = new TrainSender(address, client.openTrains(session), session)) {
            int number = 0;
            for (Optional<TrainPlan> plan = estimator.next();
                    plan.isPresent() && context.nowNs() - endNs < 0;
                    plan = estimator.next()) {
                TrainPlan train = plan.get();
                context.note("train " + (number + 1) + ": " + train.packets() + " packets");
                client.announce(number, train.packets());
                long[] sentNs = sender.send(train, number++);
                long[] arrivedNs = client.arrivals();
                if (arrivedNs.length == train.packets()) {
                    estimator.seen(new ReceivedTrain(train, sentNs, arrivedNs));
                }
            }
        }
        return estimator.estimate();
    }
}
