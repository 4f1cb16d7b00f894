package org.waybill.service.profile;

import java.util.Locale;
import org.waybill.api.catalog.Relay;
import org.waybill.db.profile.Hosts;
import org.waybill.db.profile.RelayRow;
import org.waybill.db.profile.Relays;
import org.waybill.service.InputChecks;

final class RelayMapping extends KindMapping<Relay, RelayRow.Facts, RelayRow> {
    private final Hosts hosts;

    RelayMapping(Relays rows, Hosts hosts) {
        super(
                Relay.class,
                rows,
                Relay::name,
                RelayRow::new,
                "name",
                "host:facts.host.facts.name",
                "port",
                "lastSeen",
                "capacityBitsPerSecond");
        this.hosts = hosts;
    }

    @Override
    Relay checked(Relay entry) {
        String fingerprint = entry.fingerprint().strip().replace(":", "").toLowerCase(Locale.ROOT);
        if (!fingerprint.isEmpty() && !fingerprint.matches("[0-9a-f]{64}")) {
            throw InputChecks.bad("invalid fingerprint: expected 64 hexadecimal digits, as printed by the node");
        }
        InputChecks.between("capacityBitsPerSecond", entry.capacityBitsPerSecond(), 1, 1e15);
        return new Relay(
                entry.id(),
                entry.version(),
                InputChecks.required("name", entry.name(), 200),
                HostNames.checked("host", entry.host()),
                (int) InputChecks.between("port", entry.port(), 1, 65_535),
                fingerprint,
                entry.capacityBitsPerSecond(),
                entry.lastSeen());
    }

    @Override
    Relay entry(RelayRow row) {
        RelayRow.Facts facts = row.facts();
        return new Relay(
                row.id(),
                row.version(),
                facts.name(),
                facts.host().name(),
                facts.port(),
                facts.fingerprint(),
                facts.capacityBitsPerSecond(),
                facts.lastSeen());
    }

    @Override
    RelayRow.Facts facts(Relay entry) {
        return new RelayRow.Facts(
                entry.name(),
                found("host", entry.host(), hosts),
                entry.port(),
                entry.fingerprint(),
                entry.capacityBitsPerSecond(),
                entry.lastSeen());
    }
}
