package org.waybill.client.probe.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeResult;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.lab.LabCommands;
import org.waybill.engine.testserver.lab.InNamespace;
import org.waybill.engine.testserver.lab.Lab;

/** Four hosts in a row on veth pairs, IPv6 (the emulator has IPv4 only). */
class RouteProbesOnIpv6Test {
    private static final ProbeSpec TARGET =
            new ProbeSpec("d", InetAddress.ofLiteral("fd00:2::2"), 0, Duration.ofSeconds(6), 0);
    private static final List<String> ADDRESSES =
            List.of("fd00:0:0:0:0:0:0:2", "fd00:1:0:0:0:0:0:2", "fd00:2:0:0:0:0:0:2");

    private static @Nullable Lab started;

    @BeforeAll
    static void start() throws Exception {
        started = Lab.row("six", 4);
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
    void installedToolsAndOurOwnTraceAgree() throws Exception {
        for (RouteProbe probe : List.of(
                new TracepathProbe(new LabCommands(lab(), "a")),
                new TracerouteProbe(TracerouteProbe.Method.UDP, new LabCommands(lab(), "a")),
                new TracerouteProbe(TracerouteProbe.Method.ICMP, new LabCommands(lab(), "a")))) {
            ProbeResult result = probe.run(TARGET, ProbeContext.system());
            assertThat(result).as(probe.name()).isInstanceOf(ProbeResult.Traced.class);
            assertThat(((ProbeResult.Traced) result).hops())
                    .extracting(Hop::address)
                    .isEqualTo(ADDRESSES);
        }
        Trace udp = InNamespace.call(lab().namespace("a"), () -> {
            try (TtlProber prober = new UdpProber(TARGET.address())) {
                return new BuiltInTrace(prober).run(Duration.ofSeconds(3));
            }
        });
        assertThat(udp.hops()).extracting(Hop::address).isEqualTo(ADDRESSES);
        Trace icmp = InNamespace.call(lab().namespace("a"), () -> {
            try (TtlProber prober = new EchoProber(TARGET.address(), new Random(1))) {
                return new BuiltInTrace(prober).run(Duration.ofSeconds(3));
            }
        });
        assertThat(icmp.hops()).extracting(Hop::address).isEqualTo(ADDRESSES);
    }

    @Test
    void tracepathFindsANarrowLinkOnTheWay() throws Exception {
        lab().in("c", "ip", "link", "set", "dev", "right", "mtu", "1280");
        lab().in("d", "ip", "link", "set", "dev", "left", "mtu", "1280");
        ProbeResult result = new TracepathProbe(new LabCommands(lab(), "a")).run(TARGET, ProbeContext.system());
        assertThat(((ProbeResult.Traced) result).mtuAtMostBytes()).isEqualTo(1280);
    }
}
