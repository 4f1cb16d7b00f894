package org.waybill.service.profile;

import org.waybill.api.catalog.Endpoint;
import org.waybill.db.profile.EndpointRow;
import org.waybill.db.profile.Endpoints;
import org.waybill.db.profile.Hosts;
import org.waybill.protocol.Protocol;
import org.waybill.service.InputChecks;

final class EndpointMapping extends KindMapping<Endpoint, EndpointRow.Facts, EndpointRow> {
    private final Hosts hosts;

    EndpointMapping(Endpoints rows, Hosts hosts) {
        super(
                Endpoint.class,
                rows,
                entry -> entry.protocol() + "://" + entry.host() + ":" + entry.port(),
                EndpointRow::new,
                "host:h.facts.name,facts.port,facts.protocol",
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
                HostNames.checked("host", entry.host()),
                entry.protocol(),
                (int) InputChecks.between("port", entry.port(), 1, 65_535),
                InputChecks.text("banner", entry.banner(), 500),
                entry.lastSeenOpen());
    }

    @Override
    Endpoint entry(EndpointRow row) {
        return entryOf(row);
    }

    static Endpoint entryOf(EndpointRow row) {
        EndpointRow.Facts facts = row.facts();
        return new Endpoint(
                row.id(),
                row.version(),
                facts.host().name(),
                Protocol.valueOf(facts.protocol()),
                facts.port(),
                facts.banner(),
                facts.lastSeenOpen());
    }

    @Override
    EndpointRow.Facts facts(Endpoint entry) {
        return new EndpointRow.Facts(
                found("host", entry.host(), hosts),
                entry.protocol().name(),
                entry.port(),
                entry.banner(),
                entry.lastSeenOpen());
    }
}
