package org.waybill.client.workflow.survey;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.TrainFacts;
import org.waybill.client.probe.survey.PathSurvey;
import org.waybill.client.probe.train.NodeTrains;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;

/**
 * The Internet path to a remote host: its route and its bottleneck, both at once, then, with a node there, packet trains
 * in both directions. Of this machine itself only the route is asked for: a loopback device has no bottleneck.
 */
public final class ProbedPath implements PathSurveyor {
    /** On the wire, echoes and their answers. */
    public static final long MOST_BYTES = 1L << 20;
    /** Of trains in both directions. */
    private static final long MOST_TRAIN_BYTES = 640 << 10;
    /** Through most tunnels, which take less than Ethernet. */
    private static final int TRAIN_PACKET_BYTES = 1400;

    private static final Duration LEAST_FOR_TRAINS = Duration.ofMillis(800);

    private final ProbeContext context;
    private final PathSurvey survey;
    private final @Nullable Path home;
    private final Consumer<String> notes;
    /** Trains of two paths from here would measure each other. */
    private final Semaphore oneAtATime = new Semaphore(1);

    /**
     * @param home this machine's {@code WAYBILL_HOME}, which nodes know it by; null for no trains
     * @param notes hears why something could not be found out
     */
    public ProbedPath(ProbeContext context, @Nullable Path home, Consumer<String> notes) {
        this.context = context;
        this.survey = new PathSurvey(context);
        this.home = home;
        this.notes = notes;
    }

    @Override
    public List<PathFacts> survey(Far far) throws InterruptedException {
        InetAddress address = far.address();
        ProbeSpec spec = new ProbeSpec(far.host(), address, far.openPort(), far.budget(), MOST_BYTES);
        if (LocalAddresses.owns(address)) {
            return List.of(survey.route(spec).path());
        }
        long endNs = context.nowNs() + far.budget().toNanos();
        PathSurvey.Found found = survey.quick(spec, () -> trains(far, endNs));
        PathFacts path = found.path();
        boolean measured = path.bottleneckBitsPerSecond() != null || path.trains() != null;
        if (path.hops().isEmpty() || !measured) {
            found.problems().forEach(problem -> notes.accept("path to " + far.host() + ": " + problem));
        }
        return List.of(path);
    }

    private Optional<TrainFacts> trains(Far far, long endNs) throws InterruptedException {
        Path known = home;
        Duration wait = Duration.ofNanos(endNs - context.nowNs()).minus(LEAST_FOR_TRAINS);
        int port = known == null || wait.isNegative() ? 0 : far.node().port(wait);
        if (known == null || port == 0 || !oneAtATime.tryAcquire()) {
            return Optional.empty();
        }
        try {
            Location node = new Location(Protocol.WAYBILL.scheme(), null, far.host(), port, "/");
            return NodeTrains.exchange(
                    new NodeTrains.To(known, node, far.address(), TRAIN_PACKET_BYTES),
                    Duration.ofNanos(endNs - context.nowNs()),
                    MOST_TRAIN_BYTES,
                    context);
        } catch (TransferException e) {
            if (e.reason() != Reason.AUTHENTICATION && e.reason() != Reason.CERTIFICATE) {
                notes.accept("no packet trains to " + far.host() + ": " + e.getMessage());
            }
            return Optional.empty();
        } finally {
            oneAtATime.release();
        }
    }
}
