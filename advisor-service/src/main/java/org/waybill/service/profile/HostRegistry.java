package org.waybill.service.profile;

import java.util.List;
import java.util.Optional;
import org.waybill.db.profile.HostRow;
import org.waybill.db.profile.Hosts;
import org.waybill.service.account.AuditLog;
import org.waybill.service.account.AuditSubject;
import org.waybill.service.account.Caller;

/** Hosts that machines speak of: those that were not entered are added. */
public record HostRegistry(Hosts hosts, AuditLog audit) {
    /** The host of that name or address. */
    public Optional<HostRow> find(String name) {
        return hosts.named(name).or(() -> hosts.withAddress(name));
    }

    /**
     * The host of that name or address, added if there is none; to be called within a transaction.
     *
     * @param why begins the audit log's entry if it is added
     */
    public HostRow known(Caller caller, String name, String why) {
        return find(name).orElseGet(() -> {
            HostRow added = hosts.saveAndFlush(new HostRow(name, null, List.of()));
            audit.add(caller, "ADD", AuditSubject.HOST, added.id(), why + ": " + name);
            return added;
        });
    }
}
