package org.waybill.service.profile;

import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.Endpoint;
import org.waybill.db.profile.EndpointRow;
import org.waybill.db.profile.Endpoints;
import org.waybill.db.profile.HostRow;
import org.waybill.db.profile.Hosts;
import org.waybill.protocol.Protocol;
import org.waybill.service.InputChecks;

final class EndpointMapping extends KindMapping<Endpoint, EndpointRow> {
    private final Hosts hosts;

    EndpointMapping(Endpoints rows, Hosts hosts) {
        super(
                CatalogKind.ENDPOINT,
                Endpoint.class,
                rows,
                "host:h.name,port,protocol",
                "protocol",
                "port",
                "lastSeenOpen");
        this.hosts = hosts;
    }

    @Override
    Endpoint checked(Endpoint entry) {
        return new Endpoint(
                entry.id(),
                entry.version(),
                HostMapping.hostName("host", entry.host()),
                entry.protocol(),
                (int) InputChecks.between("port", entry.port(), 1, 65_535),
                InputChecks.text("banner", entry.banner(), 500),
                entry.lastSeenOpen());
    }

    @Override
    String name(Endpoint entry) {
        return entry.protocol() + "://" + entry.host() + ":" + entry.port();
    }

    @Override
    Endpoint entry(EndpointRow row) {
        return entryOf(row);
    }

    static Endpoint entryOf(EndpointRow row) {
        return new Endpoint(
                row.id(),
                row.version(),
                row.host().name(),
                Protocol.valueOf(row.protocol()),
                row.port(),
                row.banner(),
                row.lastSeenOpen());
    }

    private HostRow host(Endpoint entry) {
        return found("host", entry.host(), hosts.named(entry.host()));
    }

    @Override
    EndpointRow create(Endpoint entry) {
        return new EndpointRow(
                host(entry), entry.protocol().name(), entry.port(), entry.banner(), entry.lastSeenOpen());
    }

    @Override
    void change(EndpointRow row, Endpoint entry) {
        row.change(host(entry), entry.protocol().name(), entry.port(), entry.banner(), entry.lastSeenOpen());
    }

    @Override
    Endpoint withoutNumbers(Endpoint entry) {
        return new Endpoint(0, 0, entry.host(), entry.protocol(), entry.port(), entry.banner(), entry.lastSeenOpen());
    }
}
