package org.waybill.client.probe.survey;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeResult;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.icmp.IcmpProbe;
import org.waybill.client.probe.icmp.SystemPingProbe;
import org.waybill.client.probe.path.PathDiscovery;

/**
 * Route, round-trip time and bottleneck of the path to a host, as one {@link PathFacts}. {@link #quick} does both at
 * once and asks only the target for its echoes; {@link #thorough} traces first and then asks every router too, and so
 * tells links apart.
 */
public final class PathSurvey {
    private static final int USUAL_MTU_BYTES = 1500;
    private static final double TRACE_SHARE = 0.4;

    /**
     * What was found.
     *
     * @param path unknown in parts or whole; never invented
     * @param pathMtuBytes null if unknown
     * @param problems why probes could not run or failed, one line each
     * @param diagnostics what tools and estimators said
     */
    public record Found(PathFacts path, @Nullable Integer pathMtuBytes, List<String> problems, String diagnostics) {}

    private final PathDiscovery discovery;
    private final ProbeContext context;

    /** From this host. */
    public PathSurvey(ProbeContext context) {
        this(PathDiscovery.local(), context);
    }

    /** With a route found by other means; the echoes are this host's. */
    public PathSurvey(PathDiscovery discovery, ProbeContext context) {
        this.discovery = discovery;
        this.context = context;
    }

    /** The route alone. */
    public Found route(ProbeSpec spec) throws InterruptedException {
        PathDiscovery.Route route = discovery.discover(spec, context);
        return new Found(route.facts(), route.pathMtuBytes(), route.problems(), route.diagnostics());
    }

    /** Trace and echoes at the same time. */
    public Found quick(ProbeSpec spec) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<PathDiscovery.Route> tracing = threads.submit(() -> discovery.discover(spec, context));
            try {
                Echoes echoes = echoes(spec, List.of(), USUAL_MTU_BYTES);
                return together(tracing.get(), echoes);
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /** First the trace, then echoes of the target and of the routers on the way to it. */
    public Found thorough(ProbeSpec spec) throws InterruptedException {
        Duration traceTime = Duration.ofNanos((long) (spec.budget().toNanos() * TRACE_SHARE));
        long startNs = context.nowNs();
        PathDiscovery.Route route = discovery.discover(within(spec, traceTime), context);
        List<InetAddress> routers = new ArrayList<>();
        List<Hop> hops = route.facts().hops();
        // routers that did not answer leave a gap; Bing's method takes the links around it as one
        hops.subList(0, route.reached() ? hops.size() - 1 : 0).stream().map(Hop::address).filter(Objects::nonNull)
                .map(InetAddress::ofLiteral).forEach(routers::add);
        int mtu = route.pathMtuBytes() == null ? USUAL_MTU_BYTES : Math.min(USUAL_MTU_BYTES, route.pathMtuBytes());
        Duration rest = spec.budget().minusNanos(context.nowNs() - startNs);
        return rest.isPositive() ? together(route, echoes(within(spec, rest), routers, mtu))
                : new Found(route.facts(), route.pathMtuBytes(), route.problems(), route.diagnostics());
    }

    private static ProbeSpec within(ProbeSpec spec, Duration budget) {
        return new ProbeSpec(spec.host(), spec.address(), spec.port(), budget, spec.maxBytes());
    }

    /** What echoes told; the round-trip time of a small packet is null if only the system's ping could be used. */
    private record Echoes(@Nullable Double rttMillis, @Nullable Double lossRatio, ProbeResult bottleneck) {}

    private Echoes echoes(ProbeSpec spec, List<InetAddress> routers, int mtu) throws InterruptedException {
        IcmpProbe own = new IcmpProbe(routers, mtu, context.nowNs());
        if (own.canRun(spec) instanceof CanRun.No no) {
            SystemPingProbe system = new SystemPingProbe();
            return new Echoes(null, null, system.canRun(spec) instanceof CanRun.Yes ? system.run(spec, context)
                    : new ProbeResult.Failed("icmp: " + String.join("; ", no.reasons()), ""));
        }
        try {
            return own.find(spec, context)
                    .map(found -> new Echoes(found.rttMillis(), found.lossRatio(), found.result()))
                    .orElseGet(() -> failed("icmp: " + spec.host() + " does not answer echo requests"));
        } catch (IOException e) {
            return failed("icmp: " + e.getMessage());
        }
    }

    private static Echoes failed(String error) {
        return new Echoes(null, null, new ProbeResult.Failed(error, ""));
    }

    private Found together(PathDiscovery.Route route, Echoes echoes) {
        List<String> problems = new ArrayList<>(route.problems());
        String diagnostics = route.diagnostics() + "\n" + echoes.bottleneck().diagnostics();
        PathFacts facts = route.facts();
        List<String> methods = new ArrayList<>();
        if (!facts.method().isEmpty()) {
            methods.add(facts.method());
        }
        if (echoes.rttMillis() != null || echoes.bottleneck() instanceof ProbeResult.Measured) {
            methods.add("icmp-sizes");
        }
        if (echoes.bottleneck() instanceof ProbeResult.Failed failed) {
            problems.add(failed.error());
        }
        ProbeResult.@Nullable Measured measured =
                echoes.bottleneck() instanceof ProbeResult.Measured number ? number : null;
        PathFacts both = new PathFacts(facts.kind(), facts.hops(), smaller(facts.rttMillis(), echoes.rttMillis()),
                measured == null ? null : measured.value(), String.join("+", methods),
                methods.isEmpty() ? null : context.now(), measured == null ? null : measured.samples().size(),
                measured == null ? null : measured.errorPercent(), echoes.lossRatio());
        return new Found(both, route.pathMtuBytes(), problems, diagnostics);
    }

    /** Traces use packets as large as the path takes; a small one shows the delay better. */
    private static @Nullable Double smaller(@Nullable Double a, @Nullable Double b) {
        return a == null ? b : b == null ? a : Double.valueOf(Math.min(a, b));
    }
}
