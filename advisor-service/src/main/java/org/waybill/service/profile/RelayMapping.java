package org.waybill.service.profile;

import java.util.Locale;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.Relay;
import org.waybill.db.profile.HostRow;
import org.waybill.db.profile.Hosts;
import org.waybill.db.profile.RelayRow;
import org.waybill.db.profile.Relays;
import org.waybill.service.InputChecks;

final class RelayMapping extends KindMapping<Relay, RelayRow> {
    private final Hosts hosts;

    RelayMapping(Relays rows, Hosts hosts) {
        super(
                CatalogKind.RELAY,
                Relay.class,
                rows,
                "name",
                "host:host.name",
                "port",
                "lastSeen",
                "capacityBitsPerSecond");
        this.hosts = hosts;
    }

    @Override
    Relay checked(Relay entry) {
        String fingerprint = entry.fingerprint().strip().replace(":", "").toLowerCase(Locale.ROOT);
        if (!fingerprint.isEmpty() && !fingerprint.matches("[0-9a-f]{64}")) {
            throw InputChecks.bad("fingerprint should be 64 hexadecimal digits, as the node prints it");
        }
        InputChecks.between("capacityBitsPerSecond", entry.capacityBitsPerSecond(), 1, 1e15);
        return new Relay(
                entry.id(),
                entry.version(),
                InputChecks.required("name", entry.name(), 200),
                HostMapping.hostName("host", entry.host()),
                (int) InputChecks.between("port", entry.port(), 1, 65_535),
                fingerprint,
                entry.capacityBitsPerSecond(),
                entry.lastSeen());
    }

    @Override
    String name(Relay entry) {
        return entry.name();
    }

    @Override
    Relay entry(RelayRow row) {
        return new Relay(
                row.id(),
                row.version(),
                row.name(),
                row.host().name(),
                row.port(),
                row.fingerprint(),
                row.capacityBitsPerSecond(),
                row.lastSeen());
    }

    private HostRow host(Relay entry) {
        return found("host", entry.host(), hosts.named(entry.host()));
    }

    @Override
    RelayRow create(Relay entry) {
        return new RelayRow(
                entry.name(),
                host(entry),
                entry.port(),
                entry.fingerprint(),
                entry.capacityBitsPerSecond(),
                entry.lastSeen());
    }

    @Override
    void change(RelayRow row, Relay entry) {
        row.change(
                entry.name(),
                host(entry),
                entry.port(),
                entry.fingerprint(),
                entry.capacityBitsPerSecond(),
                entry.lastSeen());
    }

    @Override
    Relay withoutNumbers(Relay entry) {
        return new Relay(
                0,
                0,
                entry.name(),
                entry.host(),
                entry.port(),
                entry.fingerprint(),
                entry.capacityBitsPerSecond(),
                entry.lastSeen());
    }
}
