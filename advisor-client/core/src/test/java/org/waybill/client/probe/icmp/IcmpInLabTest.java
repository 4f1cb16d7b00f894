package org.waybill.client.probe.icmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.engine.testserver.lab.InNamespace;
import org.waybill.engine.testserver.lab.Lab;

/** ICMP estimates on emulated paths whose rates are known; raw sockets and ping sockets. */
@Tag("alone")
class IcmpInLabTest {
    private static final String TOPOLOGY = """
        mtu 1500
        seed 1
        tick 0
        host A 10.77.1.1
        host B 10.77.2.1
        host C 10.77.3.1
        host D 10.77.4.1
        host F 10.77.6.1
        host G 10.77.7.1
        duplex A B rate=6mbit delay=9ms hops=10.77.200.1@2ms,10.77.200.2@5ms
        duplex A C rate=60mbit delay=2ms
        pipe f1 rate=80mbit delay=2ms
        pipe f2 rate=30mbit delay=2ms
        pipe f3 rate=80mbit delay=2ms
        pipe r1 rate=80mbit delay=2ms
        pipe r2 rate=30mbit delay=2ms
        pipe r3 rate=80mbit delay=2ms
        path A D via f1,f2,f3
        path D A via r1,r2,r3
        duplex A G rate=20mbit delay=300ms
        pipe lf rate=60mbit delay=2ms loss=0.1
        pipe lr rate=60mbit delay=2ms
        path A F via lf
        path F A via lr
        """;

    @TempDir
    private Path directory;

    @Test
    void bottleneckAndDelayOfKnownPaths() throws Exception {
        try (Lab lab = Lab.wan("icmp", Files.writeString(directory.resolve("icmp.topo"), TOPOLOGY))) {
            List<InetAddress> routers =
                    List.of(InetAddress.ofLiteral("10.77.200.1"), InetAddress.ofLiteral("10.77.200.2"));
            assertPath(lab, "10.77.2.1", routers, 6e6, 18.2);
            lab.in("A", "sysctl", "-qw", "net.ipv4.ping_group_range=0 2147483647");
            assertPath(lab, "10.77.3.1", List.of(), 60e6, 4.1);
            assertPath(lab, "10.77.4.1", List.of(), 30e6, 12.1);
            assertThat(finding(lab, "10.77.6.1", List.of()).lossRatio())
                    .as("of 96 echoes, a tenth of which is lost")
                    .isBetween(0.01, 0.5);
            assertThat(finding(lab, "10.77.3.1", List.of()).lossRatio())
                    .as("late ones count as lost")
                    .isLessThan(0.3);
            long startNs = System.nanoTime();
            assertPath(lab, "10.77.7.1", List.of(), 20e6, 600);
            assertThat(System.nanoTime() - startNs)
                    .as("twelve trains took all the time that test transfers needed")
                    .isLessThan(4_800_000_000L);
            ProbeSpec nobody =
                    new ProbeSpec("E", InetAddress.ofLiteral("10.77.5.1"), 0, Duration.ofSeconds(1), 1 << 20);
            Optional<IcmpProbe.Finding> silent = InNamespace.call(
                    lab.namespace("A"), () -> new IcmpProbe(List.of(), 1500, 1).find(nobody, ProbeContext.system()));
            assertThat(silent).isEmpty();
        }
    }

    private static void assertPath(
            Lab lab, String address, List<InetAddress> routers, double bitsPerSecond, double rttMillis)
            throws Exception {
        IcmpProbe.Finding finding = finding(lab, address, routers);
        // lab/bench/probe-table shows how exact they are; this machine may be busy
        assertThat(finding.rttMillis()).as(finding::diagnostics).isBetween(rttMillis - 1, rttMillis + 20);
        assertThat(finding.bottleneckBitsPerSecond())
                .as(finding::diagnostics)
                .isNotNull()
                .isCloseTo(bitsPerSecond, within(0.4 * bitsPerSecond));
    }

    private static IcmpProbe.Finding finding(Lab lab, String address, List<InetAddress> routers) throws Exception {
        ProbeSpec spec = new ProbeSpec(address, InetAddress.ofLiteral(address), 0, Duration.ofSeconds(6), 4 << 20);
        return InNamespace.call(
                        lab.namespace("A"), () -> new IcmpProbe(routers, 1500, 1).find(spec, ProbeContext.system()))
                .orElseThrow();
    }
}
