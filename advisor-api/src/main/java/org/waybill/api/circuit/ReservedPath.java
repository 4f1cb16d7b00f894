package org.waybill.api.circuit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a reserved path could carry at most (Lu 2011, section 4.1.1.6): the least link capacity along the circuit's
 * shortest path, together with the rate measured from the local host to the circuit's ingress.
 *
 * @param bitsPerSecond the lesser of the two
 * @param circuitBitsPerSecond the least link capacity
 * @param accessBitsPerSecond as measured; null if it was not
 */
public record ReservedPath(
        double bitsPerSecond,
        double circuitBitsPerSecond,
        @Nullable Double accessBitsPerSecond,
        List<String> path) {}
