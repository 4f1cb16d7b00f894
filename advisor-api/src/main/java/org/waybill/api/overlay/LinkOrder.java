package org.waybill.api.overlay;

import java.time.Instant;

/**
 * Asks a node to measure its virtual link to another one. No other link is measured meanwhile.
 *
 * @param destination {@code host:port}
 * @param fingerprint SHA-256 of the other node's certificate in hexadecimal
 * @param until it must be over by then
 */
public record LinkOrder(String destination, String fingerprint, Instant until) {}
