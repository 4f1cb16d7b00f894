package org.waybill.client.looking;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.waybill.api.HostProfile;
import org.waybill.client.Amounts;
import org.waybill.client.dataset.Counted;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.host.HostFacts;

/** What was found out, in a line each. */
final class Findings {
    private Findings() {}

    static Finding addresses(List<InetAddress> addresses) {
        return Finding.of(addresses.stream().limit(2).map(InetAddress::getHostAddress)
                .collect(Collectors.joining(", ")), "name service");
    }

    static Finding protocols(HostFindings host) {
        List<String> open = host.ports().stream().filter(PortFinding::isOpen)
                .map(port -> port.protocol().scheme()
                        + (port.port() == port.protocol().defaultPort() ? "" : ":" + port.port()))
                .distinct().toList();
        if (open.isEmpty()) {
            return Finding.nothing(host.answered() ? "none of the known protocols answers"
                    : "nothing answered in time: the host may be down or busy, or a firewall drops what we send");
        }
        return Finding.of(String.join(", ", open), "connected and listened");
    }

    static Finding host(HostFacts facts, int sshPort) {
        Long memory = facts.freeMemoryBytes();
        Long disk = facts.freeDiskBytes();
        if (facts.basis().equals(HostFacts.UNKNOWN) || (memory == null && disk == null)) {
            return Finding.nothing(sshPort == 0 ? "not examined: no SSH there"
                    : "not examined: it takes an SSH log-in and a known host key");
        }
        List<String> parts = new ArrayList<>();
        if (memory != null) {
            parts.add(Amounts.decimalSize(memory) + " memory free");
        }
        if (disk != null) {
            parts.add(Amounts.decimalSize(disk) + " disk free");
        }
        if (facts.loadAverage() != null) {
            parts.add(String.format(Locale.ROOT, "load %.1f", facts.loadAverage()));
        }
        return Finding.of(String.join(", ", parts), facts.basis().equals(HostFacts.LOCAL) ? "own tables" : "SSH");
    }

    static Finding size(Optional<Counted> counted) {
        return counted.map(found -> Finding.of((found.complete() ? "" : "at least ")
                + Amounts.decimalSize(found.dataset().bytes()) + (found.directory()
                ? " in " + found.dataset().files() + " files" : ""), found.complete() ? "counted" : "counting stopped"))
                .orElse(Finding.nothing("cannot be known beforehand"));
    }

    static Finding path(List<PathFacts> paths) {
        if (paths.isEmpty() || paths.getFirst().method().isEmpty()) {
            return Finding.nothing("no route was found: the tools are missing, or the network drops the probes");
        }
        PathFacts path = paths.getFirst();
        List<String> parts = new ArrayList<>();
        List<Hop> hops = path.hops();
        parts.add(Amounts.counted(hops.size(), "hop"));
        if (path.rttMillis() != null) {
            parts.add(String.format(Locale.ROOT, path.rttMillis() < 10 ? "RTT %.2f ms" : "RTT %.0f ms",
                    path.rttMillis()));
        }
        if (path.bottleneckBitsPerSecond() != null) {
            parts.add("bottleneck " + Amounts.rate(path.bottleneckBitsPerSecond())
                    + (path.errorPercent() == null ? ""
                    : String.format(Locale.ROOT, " \u00b1 %.0f %%", path.errorPercent())));
        }
        return Finding.of(String.join(", ", parts), path.method());
    }

    static Finding rate(Optional<RateFit> fit) {
        return fit.map(line -> Finding.of(Amounts.rate(line.bitsPerSecond())
                + String.format(Locale.ROOT, " \u00b1 %.0f %%, %.0f ms before the first byte", line.errorPercent(),
                Math.max(0, line.delaySeconds()) * 1_000), line.points().size() + " transfers of growing size"
                        + (line.settled() ? "" : "; " + line.trend().meaning())))
                .orElse(Finding.nothing("no test transfer could be made this way, or they told nothing"));
    }

    static Finding catalogue(HostProfile profile) {
        List<String> parts = new ArrayList<>();
        if (!profile.site().isEmpty()) {
            parts.add(profile.site());
        }
        if (!profile.services().isEmpty()) {
            parts.add(Amounts.counted(profile.services().size(), "service"));
        }
        if (!profile.relays().isEmpty()) {
            parts.add(Amounts.counted(profile.relays().size(), "relay"));
        }
        if (!profile.nearby().isEmpty()) {
            parts.add(Amounts.counted(profile.nearby().size(), "host") + " nearby");
        }
        return parts.isEmpty() ? Finding.nothing("nothing is known of this host yet")
                : Finding.of(String.join(", ", parts), "advisor service");
    }
}
