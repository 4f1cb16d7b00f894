package org.waybill.api.circuit;

import java.time.Instant;
import java.util.List;

/**
 * Asks for a circuit to be held.
 *
 * @param id a UUID that the caller chose: asking twice with the same one holds once
 * @param system the provisioning system's name in the catalogue
 * @param source as in {@link CircuitQuery}
 * @param destination as in {@link CircuitQuery}
 * @param bitsPerSecond above 0
 * @param path the nodes of the quote; empty to let the system choose
 */
public record CircuitHold(
        String id,
        String system,
        String source,
        String destination,
        Instant start,
        Instant end,
        double bitsPerSecond,
        List<String> path) {}
