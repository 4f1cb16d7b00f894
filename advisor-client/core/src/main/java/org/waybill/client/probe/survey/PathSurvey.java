package org.waybill.client.probe.survey;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.TrainFacts;
import org.waybill.client.probe.icmp.IcmpProbe;
import org.waybill.client.probe.path.PathDiscovery;
import org.waybill.engine.TransferException;

/**
 * Route, round-trip time and bottleneck of the path to a host, as one {@link PathFacts}. {@link #quick} does both at
 * once and asks only the target for its echoes; {@link #thorough} traces first and then asks every router too, and so
 * distinguishes links.
 */
public final class PathSurvey {
    private static final int USUAL_MTU_BYTES = 1500;
    private static final double TRACE_SHARE = 0.4;

    /**
     * What was found.
     *
     * @param path unknown in parts or whole; never invented
     * @param pathMtuBytes null if unknown, as it is where the trace did not reach the target
     * @param problems why probes could not run or failed, one line each
     * @param diagnostics what tools and estimators said
     */
    public record Found(PathFacts path, @Nullable Integer pathMtuBytes, List<String> problems, String diagnostics) {
        private Found with(TrainFacts trains) {
            return new Found(path.with(trains, Instant.now()), pathMtuBytes, problems, diagnostics);
        }

        private static Found of(PathDiscovery.Route route) {
            return new Found(route.facts(), route.pathMtuBytes(), route.problems(), route.diagnostics());
        }
    }

    private final PathDiscovery discovery;
    private final EchoSurvey echoes;
    private final ProbeContext context;

    /** From this host. */
    public PathSurvey(ProbeContext context) {
        this(PathDiscovery.local(), context);
    }

    /** With a route found by other means; the echoes are this host's. */
    public PathSurvey(PathDiscovery discovery, ProbeContext context) {
        this.discovery = discovery;
        this.echoes = new EchoSurvey(context);
        this.context = context;
    }

    /** The route alone. */
    public Found route(ProbeSpec spec) throws InterruptedException {
        return Found.of(discovery.discover(spec, context));
    }

    /** A measurement that echoes and it would disturb each other. */
    @FunctionalInterface
    public interface AfterEchoes {
        /** What trains showed; empty where there were none. */
        Optional<TrainFacts> measure() throws InterruptedException;
    }

    /** Trace and echoes at the same time. */
    public Found quick(ProbeSpec spec) throws InterruptedException {
        return quick(spec, Optional::empty);
    }

    /** The same, and trains when the echoes are over. */
    public Found quick(ProbeSpec spec, AfterEchoes trains) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<PathDiscovery.Route> tracing = threads.submit(() -> discovery.discover(spec, context));
            try {
                Echoes echoes = echoes(spec, List.of(), USUAL_MTU_BYTES);
                Optional<TrainFacts> exchanged = trains.measure();
                Found found = together(tracing.get(), echoes);
                return exchanged.map(found::with).orElse(found);
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
        hops.subList(0, route.reached() ? hops.size() - 1 : 0).stream()
                .map(Hop::address)
                .filter(Objects::nonNull)
                .map(InetAddress::ofLiteral)
                .forEach(routers::add);
        Integer most = route.mtuAtMostBytes();
        int mtu = most == null ? USUAL_MTU_BYTES : Math.min(USUAL_MTU_BYTES, most);
        Duration rest = spec.budget().minusNanos(context.nowNs() - startNs);
        return rest.isPositive() ? together(route, echoes(within(spec, rest), routers, mtu)) : Found.of(route);
    }

    private static ProbeSpec within(ProbeSpec spec, Duration budget) {
        return new ProbeSpec(spec.host(), spec.address(), spec.port(), budget, spec.maxBytes());
    }

    /** What echoes showed; nothing, with the reason, where they could not be sent or were not answered. */
    private record Echoes(EchoSurvey.@Nullable Found found, String problem) {}

    private Echoes echoes(ProbeSpec spec, List<InetAddress> routers, int mtu) throws InterruptedException {
        try {
            return echoes.measure(spec, routers, mtu)
                    .map(found -> new Echoes(found, ""))
                    .orElseGet(() -> new Echoes(null, "icmp: " + spec.host() + " does not answer echo requests"));
        } catch (TransferException e) {
            return new Echoes(null, "icmp: " + e.getMessage());
        }
    }

    private Found together(PathDiscovery.Route route, Echoes answered) {
        List<String> problems = new ArrayList<>(route.problems());
        EchoSurvey.Found echo = answered.found();
        if (echo == null) {
            problems.add(answered.problem());
            return new Found(route.facts(), route.pathMtuBytes(), problems, route.diagnostics());
        }
        PathFacts facts = route.facts();
        IcmpProbe.Finding finding = echo.finding();
        Double bottleneck = finding.bottleneckBitsPerSecond();
        if (bottleneck == null) {
            problems.add("icmp: the bottleneck cannot be separated from noise");
        }
        PathFacts both = new PathFacts(
                facts.kind(),
                facts.hops(),
                smaller(facts.rttMillis(), finding.rttMillis()),
                bottleneck,
                facts.method().isEmpty() ? echo.method() : facts.method() + "+" + echo.method(),
                context.now(),
                bottleneck == null ? null : Integer.valueOf(finding.samples()),
                finding.errorPercent(),
                finding.lossRatio(),
                finding.queueMillis(),
                null);
        return new Found(both, route.pathMtuBytes(), problems, route.diagnostics() + "\n" + finding.diagnostics());
    }

    /** Traces use packets as large as the path takes; a small one shows the delay better. */
    private static double smaller(@Nullable Double a, double b) {
        return a == null ? b : Math.min(a, b);
    }
}
