package org.waybill.service.provision;

import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.api.circuit.ReservedPath;

/**
 * What a provisioning system says to a volume.
 *
 * @param earliestFinish null if there is none in time
 * @param shortestDuration null if there is none in time
 * @param reservedPath from capacities alone; null if they are not known
 */
public record Quotes(
        QuoteBasis basis,
        @Nullable CircuitQuote earliestFinish,
        @Nullable CircuitQuote shortestDuration,
        @Nullable ReservedPath reservedPath) {}
