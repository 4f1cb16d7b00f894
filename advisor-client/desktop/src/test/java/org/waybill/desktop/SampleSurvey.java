package org.waybill.desktop;

import java.util.List;
import java.util.Set;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.protocol.Protocol;

/** What the probes find in the world of {@link SampleAssistant}: ports, hosts and the path. */
final class SampleSurvey {
    private SampleSurvey() {}

    static List<HostFindings> scan(List<Discovery.HostTargets> hosts) {
        Set<Protocol> open =
                Set.of(Protocol.WAYBILL, Protocol.SSH, Protocol.SFTP, Protocol.SCP, Protocol.GSIFTP, Protocol.FTP);
        return hosts.stream()
                .map(host -> new HostFindings(
                        host.host(),
                        List.of("198.51.100.20"),
                        host.targets().stream()
                                .map(target -> new PortFinding(
                                        target.protocol(),
                                        target.port(),
                                        open.contains(target.protocol()) ? PortState.OPEN : PortState.CLOSED,
                                        "",
                                        Set.of(),
                                        open.contains(target.protocol()) ? 61.8 : null))
                                .toList()))
                .toList();
    }

    static HostFacts host(Endpoint at) {
        return at.isLocal()
                ? new HostFacts(
                        "",
                        List.of(),
                        null,
                        134_000_000_000L,
                        96_000_000_000L,
                        8_000_000_000_000L,
                        2_100_000_000_000L,
                        HostFacts.LOCAL,
                        1.4,
                        32,
                        null,
                        2,
                        0,
                        null,
                        null,
                        null,
                        null)
                : new HostFacts(
                        at.host(),
                        List.of(),
                        null,
                        540_000_000_000L,
                        410_000_000_000L,
                        240_000_000_000_000L,
                        87_000_000_000_000L,
                        HostFacts.SSH,
                        6.2,
                        64,
                        null,
                        5,
                        1,
                        null,
                        null,
                        null,
                        null);
    }

    static PathFacts route() {
        return new PathFacts(
                PathFacts.Kind.INTERNET,
                List.of(
                        hop("192.0.2.1", "gw.lab.example.edu", 0.4),
                        hop("192.0.2.77", "border.lab.example.edu", 0.9),
                        hop("203.0.113.5", "ae1.core1.nash.example.net", 4.8),
                        hop("203.0.113.9", "ae3.core2.kans.example.net", 14.1),
                        new Hop(null, null, null, null),
                        hop("203.0.113.33", "ae2.core1.denv.example.net", 27.6),
                        hop("203.0.113.41", "ae5.core1.salt.example.net", 39.2),
                        hop("203.0.113.54", "ae1.core2.sunn.example.net", 58.7),
                        hop("198.51.100.1", "border.west.example.org", 61.2),
                        hop("198.51.100.20", SampleAssistant.ARCHIVE, 61.8)),
                61.8,
                9.4e9,
                "traceroute+icmp-sizes",
                SampleAssistant.NOW,
                240,
                6.0);
    }

    private static Hop hop(String address, String name, double rttMillis) {
        return new Hop(address, name, rttMillis, null);
    }
}
