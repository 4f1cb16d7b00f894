package org.waybill.service.provision;

import java.util.Optional;

/** What capacities alone say, for systems that do not show what is free. */
public interface KnownTopology {
    /** Quotes from capacities; empty if the system's topology was not imported or does not have both hosts. */
    Optional<Quotes> quote(VolumeRequest ask);
}
