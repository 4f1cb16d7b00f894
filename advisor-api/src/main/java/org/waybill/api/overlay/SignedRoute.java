package org.waybill.api.overlay;

import java.time.Instant;
import java.util.List;

/**
 * A route token that the service signed.
 *
 * @param token base 64; its form is in {@code docs/engine-protocol.md}
 * @param fingerprints the relays' certificates in the order asked, in hexadecimal
 * @param notAfter until when the path may be opened
 */
public record SignedRoute(String token, List<String> fingerprints, Instant notAfter) {}
