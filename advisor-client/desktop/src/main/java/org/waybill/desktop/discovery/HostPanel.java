package org.waybill.desktop.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.host.HostFacts;

/** What is known of an endpoint's host, filled in as probes end. */
public final class HostPanel {
    /** Source or destination. */
    public final String role;

    private final StringProperty name = new SimpleStringProperty("");
    public final ObservableList<Line> lines = FXCollections.observableArrayList();
    private String end = "";
    private String path = "";
    private @Nullable HostFacts facts;
    private @Nullable HostFindings findings;

    HostPanel(String role) {
        this.role = role;
    }

    /** A thing and its value. */
    public record Line(String what, String value) {}

    void name(Endpoint named) {
        name.set(named.isLocal() ? "This machine" : named.host());
        facts = null;
        findings = null;
        lines.setAll(new Line("Path", named.location().path()));
        end = named.host();
        path = named.location().path();
    }

    boolean isAbout(String host) {
        return end.equalsIgnoreCase(host);
    }

    void facts(HostFacts found) {
        facts = found;
        refresh();
    }

    void protocols(HostFindings found) {
        findings = found;
        refresh();
    }

    private void refresh() {
        List<Line> now = new ArrayList<>();
        now.add(new Line("Path", path));
        HostFindings ports = findings;
        if (ports != null) {
            now.add(new Line("Address", String.join("\n", ports.addresses())));
            List<String> open = ports.ports().stream()
                    .filter(PortFinding::isOpen)
                    .map(port -> port.protocol().scheme() + " " + port.port())
                    .distinct()
                    .toList();
            now.add(new Line("Protocols", open.isEmpty() ? "none found" : String.join(", ", open)));
        }
        HostFacts host = facts;
        if (host != null) {
            addFacts(now, host);
        }
        lines.setAll(now);
    }

    private static void addFacts(List<Line> lines, HostFacts host) {
        if (host.totalMemoryBytes() != null && host.freeMemoryBytes() != null) {
            lines.add(new Line(
                    "Memory",
                    HumanUnits.decimalSize(host.freeMemoryBytes()) + " free of "
                            + HumanUnits.decimalSize(host.totalMemoryBytes())));
        }
        if (host.totalDiskBytes() != null && host.freeDiskBytes() != null) {
            lines.add(new Line(
                    "Disk",
                    HumanUnits.decimalSize(host.freeDiskBytes()) + " free of "
                            + HumanUnits.decimalSize(host.totalDiskBytes())));
        }
        if (host.loadAverage() != null) {
            lines.add(new Line(
                    "Load",
                    String.format(Locale.ROOT, "%.2f", host.loadAverage())
                            + (host.cpus() == null ? "" : " on " + host.cpus() + " processors")));
        }
        if (host.tcp() != null && host.tcp().congestionControl() != null) {
            lines.add(new Line("TCP", String.valueOf(host.tcp().congestionControl())));
        }
        if (host.basis().equals(HostFacts.UNKNOWN)) {
            lines.add(new Line("Memory, disk, load", "unknown: needs an SSH log-in"));
        }
    }

    public ReadOnlyStringProperty name() {
        return name;
    }
}
