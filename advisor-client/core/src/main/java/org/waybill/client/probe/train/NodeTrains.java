package org.waybill.client.probe.train;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.TrainFacts;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.MeasuringClient;

/** Trains between this machine and a node, announced over the node's control connection. */
public final class NodeTrains {
    private static final Duration GRACE = Duration.ofSeconds(4);
    private static final Duration LAST_TRAIN = Duration.ofMillis(300);

    /**
     * The node to measure to.
     *
     * @param home this machine's {@code WAYBILL_HOME}, which the node knows it by
     * @param address the node's, as the trains shall reach it
     * @param packetBytes of the IP packets, no more than the path takes
     */
    public record To(Path home, Location node, InetAddress address, int packetBytes) {}

    private interface Work<T> {
        T run(TrainLink link) throws TransferException, IOException, InterruptedException;
    }

    private NodeTrains() {}

    /**
     * Capacity and available bandwidth from here to the node: sends trains until the estimator has enough or the time
     * is over.
     *
     * @return empty where too few trains came through
     */
    public static Optional<TrainEstimator.Estimate> measure(To to, Duration budget, ProbeContext context)
            throws TransferException, InterruptedException {
        long endNs = context.nowNs() + budget.toNanos();
        return run(to, budget.plus(GRACE), link -> measured(to, endNs, link, context));
    }

    /**
     * Both directions, by few trains.
     *
     * @param budget after it nothing more is sent
     * @param mostBytes of all packets of both directions
     * @return empty where none came through
     */
    public static Optional<TrainFacts> exchange(To to, Duration budget, long mostBytes, ProbeContext context)
            throws TransferException, InterruptedException {
        long endNs = context.nowNs() + budget.toNanos();
        return run(to, budget, link -> link.exchanged(to.packetBytes(), mostBytes, endNs));
    }

    /** On a thread of its own: sending spins for microseconds, which must not hold up the carriers of virtual threads. */
    private static <T> T run(To to, Duration most, Work<T> work) throws TransferException, InterruptedException {
        AtomicReference<MeasuringClient> connection = new AtomicReference<>();
        AtomicBoolean over = new AtomicBoolean();
        FutureTask<T> task = new FutureTask<>(() -> {
            try (MeasuringClient client = MeasuringClient.connect(to.home(), to.node())) {
                connection.set(client);
                if (over.get()) {
                    throw new InterruptedException();
                }
                return work(to, client, work);
            }
        });
        Thread thread = Thread.ofPlatform().daemon().name("trains").start(task);
        try {
            return task.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof TransferException known
                    ? known
                    : new TransferException(
                            Reason.UNREACHABLE, "packet trains to " + to.node().host() + ": " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new TransferException(Reason.UNREACHABLE, "the node did not answer in time", e);
        } finally {
            over.set(true);
            end(thread, connection.get());
        }
    }

    private static <T> T work(To to, MeasuringClient client, Work<T> work)
            throws TransferException, IOException, InterruptedException {
        long session = new SecureRandom().nextLong();
        try (TrainSocket socket = TrainSocket.towards(to.address(), session)) {
            int port = client.openTrains(session);
            return work.run(new TrainLink(client, socket, new InetSocketAddress(to.address(), port)));
        }
    }

    /** What comes next on the path shall meet no train: waits for the one that is being sent. */
    private static void end(Thread thread, @Nullable MeasuringClient connection) throws InterruptedException {
        if (connection != null && thread.isAlive()) {
            thread.interrupt();
            connection.abort();
            boolean _ = thread.join(LAST_TRAIN);
        }
    }

    private static Optional<TrainEstimator.Estimate> measured(To to, long endNs, TrainLink link, ProbeContext context)
            throws TransferException, IOException {
        TrainEstimator estimator = new TrainEstimator(to.packetBytes(), new SecureRandom().nextLong());
        int number = 0;
        for (Optional<TrainPlan> plan = estimator.next();
                plan.isPresent() && context.nowNs() - endNs < 0;
                plan = estimator.next()) {
            context.note("train " + ++number + ": " + plan.get().packets() + " packets");
            link.sent(List.of(plan.get())).forEach(estimator::seen);
        }
        return estimator.estimate();
    }
}
