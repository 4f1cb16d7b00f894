package org.waybill.api.circuit;

import java.time.Instant;
import java.util.List;

/**
 * A circuit that could be had for a volume.
 *
 * @param end when the last byte is through
 * @param bitsPerSecond constant for all of that time
 * @param path from ingress to egress; empty if the system does not report it
 */
public record CircuitQuote(Instant start, Instant end, double bitsPerSecond, List<String> path) {}
