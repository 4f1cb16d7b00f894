package org.waybill.cli.advise;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Place;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Terminal;
import org.waybill.client.HumanUnits;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.Advice;
import org.waybill.protocol.Protocol;

/** What was found out at both hosts and between them, in a few lines (the panels of Lu 2011, Fig. 4.7). */
record FindingsView(PrintStream out, Terminal.Style style) {
    void print(Advice advice) {
        line("from", host(advice.source()));
        line("to", host(advice.destination()));
        for (PathFacts path : advice.paths()) {
            line(
                    path.kind() == PathFacts.Kind.INTERNET
                            ? "path"
                            : path.kind().name().toLowerCase(Locale.ROOT),
                    path(path));
        }
        protocols(
                "usable",
                advice.protocols().stream().filter(ProtocolFacts::available).toList());
        protocols(
                "open, not usable",
                advice.protocols().stream()
                        .filter(one -> !one.available()
                                && !one.name().equals(Protocol.SSH.scheme())
                                && (Boolean.TRUE.equals(one.sourceOpen())
                                        || Boolean.TRUE.equals(one.destinationOpen())))
                        .toList());
    }

    private void line(String label, String text) {
        out.println(style.dim(String.format(Locale.ROOT, "%-7s", label)) + " " + PrintableText.of(text));
    }

    private static String host(HostFacts host) {
        List<String> parts = new ArrayList<>(List.of(host.host() + place(host.place())));
        amount(parts, "memory", host.totalMemoryBytes(), host.freeMemoryBytes());
        amount(parts, "disk", host.totalDiskBytes(), host.freeDiskBytes());
        if (host.cpus() != null && host.loadAverage() != null) {
            parts.add(String.format(Locale.ROOT, "load %.1f on %d CPUs", host.loadAverage(), host.cpus()));
        }
        if (host.quotaCores() != null) {
            parts.add(String.format(Locale.ROOT, "quota %.3g CPUs", host.quotaCores()));
        }
        if (host.diskWriteBytesPerSecond() != null) {
            parts.add("disk writes " + HumanUnits.rate(8 * host.diskWriteBytesPerSecond()));
        }
        return String.join("; ", parts);
    }

    private static void amount(List<String> parts, String what, @Nullable Long total, @Nullable Long free) {
        if (total != null) {
            parts.add(what + " " + HumanUnits.binarySize(total)
                    + (free == null ? "" : ", " + HumanUnits.binarySize(free) + " free"));
        }
    }

    private static String place(@Nullable Place place) {
        return place == null || place.city().isEmpty()
                ? ""
                : " (" + place.city() + (place.country().isEmpty() ? "" : " " + place.country()) + ")";
    }

    private static String path(PathFacts path) {
        List<String> parts = new ArrayList<>();
        if (path.rttMillis() != null) {
            parts.add(String.format(Locale.ROOT, "round trip %.1f ms", path.rttMillis()));
        }
        if (path.bottleneckBitsPerSecond() != null) {
            parts.add((path.kind() == PathFacts.Kind.RESERVED ? "" : "bottleneck ")
                    + HumanUnits.rate(path.bottleneckBitsPerSecond())
                    + (path.errorPercent() == null
                            ? ""
                            : String.format(Locale.ROOT, " +- %.0f %%", path.errorPercent()))
                    + (path.method().contains("icmp") && path.trains() == null ? " (of the narrower direction)" : ""));
        }
        if (path.trains() != null) {
            parts.add(path.trains().sentence());
        }
        if (path.lossRatio() != null && path.lossRatio() > 0) {
            parts.add(String.format(Locale.ROOT, "echo loss %.1f %%", 100 * path.lossRatio()));
        }
        if (path.showsOthers()) {
            parts.add(String.format(Locale.ROOT, "queue of other traffic %.0f ms", path.queueMillis()));
        }
        if (!path.hops().isEmpty()) {
            parts.add(HumanUnits.counted(path.hops().size(), "hop") + route(path));
        }
        if (!path.method().isEmpty()) {
            parts.add(path.method());
        }
        return parts.isEmpty() ? "unknown" : String.join("; ", parts);
    }

    /** The cities along the route, each once in a row. */
    private static String route(PathFacts path) {
        List<String> cities = new ArrayList<>();
        path.hops().stream()
                .map(hop -> hop.place() == null ? "" : hop.place().city())
                .filter(city -> !city.isEmpty())
                .filter(city -> cities.isEmpty() || !cities.getLast().equals(city))
                .forEach(cities::add);
        return cities.isEmpty() ? "" : " via " + String.join(", ", cities);
    }

    private void protocols(String label, List<ProtocolFacts> protocols) {
        if (!protocols.isEmpty()) {
            line(
                    label,
                    protocols.stream()
                            .map(one -> one.name()
                                    // its port is that of rclone here, not of a server
                                    + (one.name().equals(Protocol.RCLONE.scheme()) ? "" : " at port " + one.port()))
                            .collect(Collectors.joining(", ")));
        }
    }
}
