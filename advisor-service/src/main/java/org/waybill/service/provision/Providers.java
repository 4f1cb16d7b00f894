package org.waybill.service.provision;

import java.time.Clock;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.routing.Network;
import org.waybill.service.InputChecks;
import org.waybill.service.provision.wire.AccessFiles;
import org.waybill.service.provision.wire.SystemAccess;

/** The provider of each provisioning system of the catalogue. */
record Providers(ProvisioningSystems systems, Topologies topologies, AccessFiles access, Clock clock, Makers makers) {
    /** Makes the provider of a system that speaks a certain interface. */
    interface Maker {
        CircuitProvider make(SystemAccess access, KnownTopology topology);
    }

    /** The maker of each kind's providers. */
    interface Makers {
        /** Null for a kind that provisions no circuits, and for our own. */
        @Nullable
        Maker of(ProvisioningKind kind);
    }

    CircuitProvider of(ProvisioningRow system) {
        ProvisioningKind kind = ProvisioningKind.valueOf(system.facts().systemKind());
        if (kind == ProvisioningKind.BUILT_IN) {
            return new BuiltInProvider(system.id(), topologies, clock);
        }
        Maker maker = makers.of(kind);
        if (maker == null) {
            throw InputChecks.bad(system.facts().name() + " does not provision circuits");
        }
        return maker.make(
                access.of(system.facts().name(), system.facts().url()), ask -> fromCapacities(system.id(), ask));
    }

    /** How long a system's circuits take to carry data, if its owner has said so; else null. */
    @Nullable
    Double setUpSeconds(ProvisioningRow system) {
        OptionalDouble set = access.setUpSeconds(system.facts().name());
        return set.isPresent() ? set.getAsDouble() : null;
    }

    private Optional<Quotes> fromCapacities(long system, VolumeRequest ask) {
        Network network = topologies.of(system).network();
        return network.has(ask.ingress()) && network.has(ask.egress())
                ? Optional.of(PlannedQuotes.over(BandwidthCalendar.of(network), ask, QuoteBasis.CAPACITY))
                : Optional.empty();
    }

    ProvisioningRow system(long number) {
        return systems.findById(number)
                .orElseThrow(() -> ServiceException.notFound("no provisioning system number " + number));
    }
}
