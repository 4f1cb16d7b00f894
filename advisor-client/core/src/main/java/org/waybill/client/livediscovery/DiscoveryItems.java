package org.waybill.client.livediscovery;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.waybill.api.HostProfile;
import org.waybill.client.HumanUnits;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.host.HostFacts;

/** What was found out, in a line each. */
final class DiscoveryItems {
    private DiscoveryItems() {}

    static DiscoveryItem addresses(List<InetAddress> addresses) {
        return DiscoveryItem.of(
                addresses.stream().limit(2).map(InetAddress::getHostAddress).collect(Collectors.joining(", ")),
                "name service");
    }

    static DiscoveryItem protocols(HostFindings host) {
        List<String> open = host.ports().stream()
                .filter(PortFinding::isOpen)
                .map(port -> port.protocol().scheme()
                        + (port.port() == port.protocol().defaultPort() ? "" : ":" + port.port()))
                .distinct()
                .toList();
        if (open.isEmpty()) {
            return DiscoveryItem.nothing(
                    host.answered()
                            ? "no known protocol answers"
                            : "no answer in time: the host may be down or busy, or a firewall drops the packets");
        }
        return DiscoveryItem.of(
                String.join(", ", open),
                host.wasAssumed()
                        ? "as named; not probed, since only a proxy or jump host gets there"
                        : "connected and read the greeting");
    }

    static DiscoveryItem host(HostFacts facts, int sshPort) {
        Long memory = facts.freeMemoryBytes();
        Long disk = facts.freeDiskBytes();
        if (facts.basis().equals(HostFacts.UNKNOWN) || (memory == null && disk == null)) {
            return DiscoveryItem.nothing(
                    sshPort == 0
                            ? "not examined: no SSH server on that host"
                            : "not examined: requires an SSH login and a known host key");
        }
        List<String> parts = new ArrayList<>();
        if (memory != null) {
            parts.add(HumanUnits.decimalSize(memory) + " memory free");
        }
        if (disk != null) {
            parts.add(HumanUnits.decimalSize(disk) + " disk free");
        }
        if (facts.loadAverage() != null) {
            parts.add(String.format(Locale.ROOT, "load %.1f", facts.loadAverage()));
        }
        return DiscoveryItem.of(
                String.join(", ", parts), facts.basis().equals(HostFacts.LOCAL) ? "this machine" : "SSH");
    }

    static DiscoveryItem size(Optional<DatasetSize> counted) {
        return counted.map(found -> DiscoveryItem.of(
                        (found.complete() ? "" : "at least ")
                                + HumanUnits.decimalSize(found.dataset().bytes())
                                + (found.directory() ? " in " + found.dataset().files() + " files" : ""),
                        found.complete() ? "counted" : "counting stopped"))
                .orElse(DiscoveryItem.nothing("unknown before the transfer"));
    }

    static DiscoveryItem path(List<PathFacts> paths) {
        if (paths.isEmpty() || paths.getFirst().method().isEmpty()) {
            return DiscoveryItem.nothing(
                    "no route found: the tools are not installed, or the network drops the probes");
        }
        PathFacts path = paths.getFirst();
        List<String> parts = new ArrayList<>();
        List<Hop> hops = path.hops();
        parts.add(HumanUnits.counted(hops.size(), "hop"));
        if (path.rttMillis() != null) {
            parts.add(String.format(
                    Locale.ROOT, path.rttMillis() < 10 ? "RTT %.2f ms" : "RTT %.0f ms", path.rttMillis()));
        }
        if (path.bottleneckBitsPerSecond() != null) {
            parts.add("bottleneck " + HumanUnits.rate(path.bottleneckBitsPerSecond())
                    + (path.errorPercent() == null
                            ? ""
                            : String.format(Locale.ROOT, " \u00b1 %.0f %%", path.errorPercent())));
        }
        return DiscoveryItem.of(String.join(", ", parts), path.method());
    }

    static DiscoveryItem rate(Optional<RateFit> fit) {
        return fit.map(line -> DiscoveryItem.of(
                        HumanUnits.rate(line.bitsPerSecond())
                                + String.format(
                                        Locale.ROOT,
                                        " \u00b1 %.0f %%, %.0f ms before the first byte",
                                        line.errorPercent(),
                                        Math.max(0, line.delaySeconds()) * 1_000),
                        line.points().size() + " transfers of growing size"
                                + (line.settled() ? "" : "; " + line.trend().meaning())))
                .orElse(DiscoveryItem.nothing(
                        "no test transfer was possible with this option, or the results were inconclusive"));
    }

    static DiscoveryItem catalogue(HostProfile profile) {
        List<String> parts = new ArrayList<>();
        if (!profile.site().isEmpty()) {
            parts.add(profile.site());
        }
        if (!profile.services().isEmpty()) {
            parts.add(HumanUnits.counted(profile.services().size(), "service"));
        }
        if (!profile.relays().isEmpty()) {
            parts.add(HumanUnits.counted(profile.relays().size(), "relay"));
        }
        if (!profile.nearby().isEmpty()) {
            parts.add(HumanUnits.counted(profile.nearby().size(), "host") + " nearby");
        }
        return parts.isEmpty()
                ? DiscoveryItem.nothing("no entry for this host")
                : DiscoveryItem.of(String.join(", ", parts), "advisor service");
    }
}
