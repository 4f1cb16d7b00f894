package org.waybill.api.overlay;

import java.util.List;

/**
 * Asks for a route token.
 *
 * @param holder the client that will open the path: SHA-256 of its certificate in hexadecimal
 * @param relays {@code host:port} in order, 1 to 4
 * @param destination where the last relay connects to, {@code host:port}
 * @param bytes what may pass in total, in both directions; 1 or more
 */
public record RouteRequest(String holder, List<String> relays, String destination, long bytes) {}
