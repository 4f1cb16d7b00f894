package org.waybill.client.probe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.Probe;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeResult;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.lab.LabCommands;
import org.waybill.engine.testserver.lab.InNamespace;
import org.waybill.engine.testserver.lab.Lab;

/** Every route probe against eight routers whose distances are known (lab/topologies/nadma-case3.topo). */
@Tag("alone")
class RouteProbesInLabTest {
    private static final ProbeSpec TARGET =
            new ProbeSpec("FNL", InetAddress.ofLiteral("10.77.4.2"), 0, Duration.ofSeconds(8), 0);
    private static final double[] RTT_MILLIS = {0.6, 2, 8, 22, 34, 48, 52, 53.4, 54};

    private static @Nullable Lab started;

    @BeforeAll
    static void start() throws Exception {
        started = Lab.wan("route", Lab.topology("nadma-case3.topo"));
        started.control("set", "LBL", "FNL", "loss=0");
        started.control("set", "FNL", "LBL", "loss=0");
    }

    @AfterAll
    static void stop() throws Exception {
        if (started != null) {
            started.close();
        }
    }

    private static Lab lab() {
        return Objects.requireNonNull(started);
    }

    @Test
    void tracepathFindsAllHopsAndTheMtu() throws Exception {
        ProbeResult.Traced traced = traced(new TracepathProbe(new LabCommands(lab(), "LBL")));
        assertRoute(traced.hops(), traced.reached());
        assertThat(traced.mtuAtMostBytes()).isEqualTo(1500);
    }

    @ParameterizedTest
    @EnumSource(TracerouteProbe.Method.class)
    void tracerouteFindsAllHops(TracerouteProbe.Method method) throws Exception {
        ProbeResult.Traced traced = traced(new TracerouteProbe(method, new LabCommands(lab(), "LBL")));
        assertRoute(traced.hops(), traced.reached());
    }

    @Test
    void ourOwnTraceFindsAllHopsByUdp() throws Exception {
        ProbeResult.Traced traced = InNamespace.call(lab().namespace("LBL"), () -> traced(new BuiltInRouteProbe()));
        assertRoute(traced.hops(), traced.reached());
        assertThat(traced.diagnostics()).doesNotContain("icmp:");
    }

    @Test
    void ourOwnTraceFindsAllHopsByRawIcmpAndByPingSocket() throws Exception {
        for (String range : List.of("1 0", "0 2147483647")) {
            lab().in("LBL", "sysctl", "-qw", "net.ipv4.ping_group_range=" + range);
            Trace trace = InNamespace.call(lab().namespace("LBL"), () -> {
                try (TtlProber prober = new EchoProber(TARGET.address(), new Random(1))) {
                    return new BuiltInTrace(prober).run(Duration.ofSeconds(5));
                }
            });
            assertRoute(trace.hops(), trace.reached());
        }
    }

    @Test
    void theReverseRouteIsSeenFromTheFarEnd() throws Exception {
        ProbeSpec back = new ProbeSpec("LBL", InetAddress.ofLiteral("10.77.4.1"), 0, Duration.ofSeconds(8), 0);
        RemoteCommands remote = new RemoteCommands(
                (line, limit) -> new LabCommands(lab(), "FNL").run(List.of("sh", "-c", line), limit));
        PathDiscovery.Route route = PathDiscovery.from(remote).discover(back, ProbeContext.system());
        assertThat(route.reached()).isTrue();
        assertThat(route.facts().hops())
                .hasSize(9)
                .first()
                .extracting(Hop::address)
                .isEqualTo("10.77.200.8");
        assertThat(route.facts().method()).isEqualTo("tracepath");
    }

    @Test
    void aDeadPathIsAnsweredWithinItsBudgetAndSaysSo() throws Exception {
        ProbeSpec nowhere = new ProbeSpec("nowhere", InetAddress.ofLiteral("10.77.9.9"), 0, Duration.ofSeconds(3), 0);
        long startNs = System.nanoTime();
        PathDiscovery.Route route =
                PathDiscovery.from(new LabCommands(lab(), "LBL")).discover(nowhere, ProbeContext.system());
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(Duration.ofSeconds(20));
        assertThat(route.reached()).isFalse();
        assertThat(route.facts().hops()).isEmpty();
        assertThat(route.facts().rttMillis()).isNull();
        assertThat(route.problems()).isNotEmpty().allMatch(problem -> !problem.contains("\n"));
    }

    private static ProbeResult.Traced traced(Probe probe) throws InterruptedException {
        CanRun can = probe.canRun(TARGET);
        assumeTrue(can instanceof CanRun.Yes, () -> probe.name() + " " + can);
        ProbeResult result = probe.run(TARGET, ProbeContext.system());
        assertThat(result).isInstanceOf(ProbeResult.Traced.class);
        return (ProbeResult.Traced) result;
    }

    private static void assertRoute(List<Hop> hops, boolean reached) throws IOException {
        assertThat(reached).isTrue();
        assertThat(hops).hasSize(9);
        for (int i = 0; i < hops.size(); i++) {
            assertThat(hops.get(i).address()).isEqualTo(i < 8 ? "10.77.200." + (i + 1) : "10.77.4.2");
            // the emulator delays, never hastens; this machine may be busy
            assertThat(hops.get(i).rttMillis()).isNotNull().isBetween(RTT_MILLIS[i] - 0.2, RTT_MILLIS[i] + 50);
        }
    }
}
