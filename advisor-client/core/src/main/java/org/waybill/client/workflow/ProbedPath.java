package org.waybill.client.workflow;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.Probe;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeResult;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.icmp.IcmpProbe;
import org.waybill.client.probe.path.PathDiscovery;

/**
 * The Internet path to a far end: its route by tracepath or traceroute, its bottleneck by ICMP echoes of several sizes,
 * both at once. Of this machine itself nothing is measured: a loopback device has no bottleneck.
 */
public final class ProbedPath implements PathSurveyor {
    private static final long MOST_BYTES = 2L << 20;

    private final ProbeContext context;

    public ProbedPath(ProbeContext context) {
        this.context = context;
    }

    @Override
    public List<PathFacts> survey(Far far) throws InterruptedException {
        InetAddress address = far.address();
        ProbeSpec spec = new ProbeSpec(far.host(), address, far.openPort(), far.budget(), MOST_BYTES);
        if (ThisMachine.owns(address)) {
            return List.of(PathDiscovery.local().discover(spec, context).facts());
        }
        CompletableFuture<ProbeResult> bottleneck = bottleneck(spec);
        PathFacts route = PathDiscovery.local().discover(spec, context).facts();
        return List.of(merged(route, waited(bottleneck, far.budget())));
    }

    private CompletableFuture<ProbeResult> bottleneck(ProbeSpec spec) {
        CompletableFuture<ProbeResult> result = new CompletableFuture<>();
        Probe probe = new IcmpProbe();
        Thread.ofVirtual().name("bottleneck").start(() -> {
            try {
                result.complete(probe.canRun(spec) instanceof CanRun.No no
                        ? new ProbeResult.Failed(String.join("; ", no.reasons()), "") : probe.run(spec, context));
            } catch (InterruptedException | RuntimeException e) {
                result.complete(new ProbeResult.Failed(String.valueOf(e.getMessage()), ""));
            }
        });
        return result;
    }

    private static @Nullable ProbeResult waited(CompletableFuture<ProbeResult> result, Duration patience)
            throws InterruptedException {
        try {
            return result.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return null;
        }
    }

    private static PathFacts merged(PathFacts route, @Nullable ProbeResult bottleneck) {
        if (bottleneck instanceof ProbeResult.Measured measured && measured.value() > 0) {
            String method = route.method().isEmpty() ? "icmp-sizes" : route.method() + "+icmp-sizes";
            return new PathFacts(route.kind(), route.hops(), route.rttMillis(), measured.value(), method,
                    route.measuredAt(), measured.samples().size(), measured.errorPercent());
        }
        return route;
    }
}
