package org.waybill.client.probe.icmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.lab.LabCommands;
import org.waybill.engine.testserver.lab.Lab;

@Tag("alone")
class SystemPingTest {
    private static final String OUTPUT = """
        PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.
        64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=0.045 ms
        64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=0.050 ms (DUP!)
        From 192.0.2.9 icmp_seq=2 Destination Host Unreachable
        64 bytes from 192.0.2.1: icmp_seq=3 ttl=64 time=12 ms
        64 bytes from 2001:db8::1: icmp_seq=4 ttl=64 time=1.5 ms

        --- 192.0.2.1 ping statistics ---
        4 packets transmitted, 3 received, 25% packet loss, time 3004ms
        rtt min/avg/max/mdev = 0.045/4.0/12.0/1.0 ms
        """;

    @TempDir
    private Path directory;

    @Test
    void readsRepliesAndNothingElse() {
        assertThat(SystemPingProbe.roundTripsNs(OUTPUT)).containsExactly(45_000L, 12_000_000L, 1_500_000L);
    }

    @Test
    void survivesAnyOutput() {
        Random random = new Random(5);
        for (int round = 0; round < 5000; round++) {
            StringBuilder damaged = new StringBuilder(OUTPUT);
            for (int hits = 1 + random.nextInt(8); hits > 0; hits--) {
                damaged.setCharAt(random.nextInt(damaged.length()), (char) random.nextInt(0x250));
            }
            assertThat(SystemPingProbe.roundTripsNs(damaged.toString())).allMatch(rttNs -> rttNs >= 0);
        }
    }

    @Test
    void findsASlowBottleneck() throws Exception {
        String topology = """
            mtu 1500
            tick 0
            host A 10.77.1.1
            host B 10.77.2.1
            duplex A B rate=4mbit delay=5ms
            """;
        try (Lab lab = Lab.wan("ping", Files.writeString(directory.resolve("ping.topo"), topology))) {
            ProbeSpec spec = new ProbeSpec("B", InetAddress.ofLiteral("10.77.2.1"), 0, Duration.ofSeconds(6), 1 << 20);
            IcmpProbe.Finding found =
                    new SystemPingProbe(new LabCommands(lab, "A")).find(spec).orElseThrow();
            assertThat(found.bottleneckBitsPerSecond()).as(found.diagnostics()).isCloseTo(4e6, within(1.6e6));
        }
    }
}
