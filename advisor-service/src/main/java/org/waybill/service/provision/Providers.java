package org.waybill.service.provision;

import java.time.Clock;
import java.util.Map;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ServiceException;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.profile.ProvisioningSystems;

/** The provider of each provisioning system of the catalogue. */
final class Providers {
    /** Makes the provider of a system that speaks a certain interface. */
    interface Maker {
        CircuitProvider make(ProvisioningRow system);
    }

    private final ProvisioningSystems systems;
    private final Topologies topologies;
    private final Clock clock;
    private final Map<ProvisioningKind, Maker> makers;

    Providers(ProvisioningSystems systems, Topologies topologies, Clock clock, Map<ProvisioningKind, Maker> makers) {
        this.systems = systems;
        this.topologies = topologies;
        this.clock = clock;
        this.makers = makers;
    }

    CircuitProvider of(ProvisioningRow system) {
        ProvisioningKind kind = ProvisioningKind.valueOf(system.systemKind());
        if (kind == ProvisioningKind.BUILT_IN) {
            return new BuiltInProvider(system.id(), topologies, clock);
        }
        Maker maker = makers.get(kind);
        if (maker == null) {
            throw new ServiceException(ServiceException.BAD_REQUEST, system.name() + " provisions no circuits");
        }
        return maker.make(system);
    }

    ProvisioningRow system(long number) {
        return systems.findById(number).orElseThrow(() -> new ServiceException(ServiceException.NOT_FOUND,
                "no provisioning system number " + number));
    }
}
