package org.waybill.client.probe.path;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.Probe;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeResult;
import org.waybill.client.probe.ProbeSpec;

/**
 * Finds the route to a host by the best tool there is: tracepath first; if it did not get through, traceroute by UDP,
 * ICMP and TCP at once; our own trace where neither is installed. What one of them did not see is taken from another.
 */
public final class PathDiscovery {
    /** Of the budget; tracepath waits three seconds for each silent hop, and the others must still have time. */
    private static final double FIRST_SHARE = 0.5;

    private static final Duration NAMES = Duration.ofMillis(1500);
    private static final Duration LEAST = Duration.ofMillis(500);

    /**
     * A route and how it was found.
     *
     * @param facts the path as reported; its RTT is null if the target did not answer
     * @param reached whether the last hop is the target
     * @param pathMtuBytes null if unknown, as it is where the target was not reached
     * @param mtuAtMostBytes what this host and the routers that answered allow; null if unknown
     * @param problems why probes could not run or failed, one line each
     * @param diagnostics what the tools printed
     */
    public record Route(
            PathFacts facts,
            boolean reached,
            @Nullable Integer pathMtuBytes,
            @Nullable Integer mtuAtMostBytes,
            List<String> problems,
            String diagnostics) {
        /** One of which nothing is known. */
        public static Route unknown(List<String> problems, String diagnostics) {
            return new Route(
                    PathFacts.unknown(PathFacts.Kind.INTERNET), false, null, null, List.copyOf(problems), diagnostics);
        }
    }

    private final Probe first;
    private final List<Probe> second;
    private final @Nullable Probe last;

    private PathDiscovery(HostCommands commands, @Nullable Probe last) {
        this.first = new TracepathProbe(commands);
        List<Probe> traceroutes = new ArrayList<>();
        for (TracerouteProbe.Method method : TracerouteProbe.Method.values()) {
            traceroutes.add(new TracerouteProbe(method, commands));
        }
        this.second = List.copyOf(traceroutes);
        this.last = last;
    }

    /** From this host. */
    public static PathDiscovery local() {
        return new PathDiscovery(new LocalCommands(), new BuiltInRouteProbe());
    }

    /** From another host where commands can be run: the reverse route. */
    public static PathDiscovery from(HostCommands commands) {
        return new PathDiscovery(commands, null);
    }

    /** Finds the route within the spec's budget; always an answer, perhaps with no hops and the reasons why. */
    public Route discover(ProbeSpec spec, ProbeContext context) throws InterruptedException {
        Collected collected = new Collected();
        long budgetNs = spec.budget().toNanos();
        long endNs = context.nowNs() + budgetNs - Math.min(NAMES.toNanos(), budgetNs / 5);
        List<Probe> left = new ArrayList<>(second);
        if (collected.mayRun(first, spec)) {
            context.note("tracing the route to " + spec.host());
            ProbeSpec part = withBudget(spec, Duration.ofNanos((long) (budgetNs * FIRST_SHARE)));
            collected.add(first, first.run(part, context));
        }
        left.removeIf(probe -> !collected.complete() && !collected.mayRun(probe, spec));
        if (last != null && left.isEmpty() && !collected.complete() && collected.mayRun(last, spec)) {
            left.add(last);
        }
        Duration rest = Duration.ofNanos(endNs - context.nowNs());
        if (!collected.complete() && rest.compareTo(LEAST) > 0) {
            runTogether(left, withBudget(spec, rest), context, collected);
        }
        return collected.route(context.now());
    }

    private static ProbeSpec withBudget(ProbeSpec spec, Duration budget) {
        return new ProbeSpec(spec.host(), spec.address(), spec.port(), budget, spec.maxBytes());
    }

    private static void runTogether(List<Probe> probes, ProbeSpec spec, ProbeContext context, Collected collected)
            throws InterruptedException {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (Probe probe : probes) {
            tasks.add(() -> {
                collected.add(probe, probe.run(spec, context));
                return null;
            });
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(tasks);
        }
    }

    /** What the probes found so far. */
    private static final class Collected {
        private final List<String> methods = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();
        private final StringBuilder diagnostics = new StringBuilder();
        private @Nullable Trace trace;

        synchronized boolean mayRun(Probe probe, ProbeSpec spec) {
            if (probe.canRun(spec) instanceof CanRun.No no) {
                if (!problems.contains(no.reason())) {
                    problems.add(no.reason());
                }
                return false;
            }
            return true;
        }

        synchronized void add(Probe probe, ProbeResult result) {
            diagnostics.append(result.diagnostics()).append('\n');
            switch (result) {
                case ProbeResult.Traced traced -> {
                    Trace found = new Trace(traced.hops(), traced.reached(), traced.mtuAtMostBytes());
                    trace = trace == null ? found : trace.completedBy(found);
                    methods.add(probe.name());
                }
                case ProbeResult.Failed failed -> problems.add(failed.error());
            }
        }

        synchronized boolean complete() {
            return trace != null && trace.reached();
        }

        Route route(Instant now) throws InterruptedException {
            if (trace == null) {
                return Route.unknown(problems, diagnostics.toString());
            }
            List<Hop> hops = ReverseNames.named(trace.hops(), NAMES);
            if (!trace.reached()) {
                problems.add("the target did not answer; the route is known up to hop " + hops.size());
            }
            Double rttMillis = trace.reached() ? hops.getLast().rttMillis() : null;
            PathFacts facts = new PathFacts(
                    PathFacts.Kind.INTERNET, hops, rttMillis, null, String.join("+", methods), now, null, null);
            return new Route(
                    facts,
                    trace.reached(),
                    trace.pathMtuBytes(),
                    trace.mtuAtMostBytes(),
                    List.copyOf(problems),
                    diagnostics.toString());
        }
    }
}
