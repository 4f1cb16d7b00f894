package org.waybill.api.overlay;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * A node says that it lives, and how it is. Who says so is shown by the node's Ed25519 key, which its certificate
 * endorses; the catalogue knows the certificate by its fingerprint.
 *
 * @param name unique among relays; the same node keeps its name
 * @param host where others reach it: a host name or an address
 * @param port 1..65535
 * @param certificate DER in base 64
 * @param routeKey the Ed25519 key's 32 bytes in hexadecimal
 * @param endorsement the certificate's signature over the key, base 64
 * @param at when this was said; reports older than the last one do not count
 * @param measured links that were ordered
 * @param signature the key's signature over {@link #signedText}, base 64
 */
public record RelayReport(
        String name,
        String host,
        int port,
        String certificate,
        String routeKey,
        String endorsement,
        Instant at,
        RelayHealth health,
        List<LinkResult> measured,
        String signature) {

    /** What the signature covers: all else, one fact a line. */
    public byte[] signedText() {
        StringBuilder text = new StringBuilder("waybill relay report 1\n");
        text.append(name)
                .append('\n')
                .append(host)
                .append('\n')
                .append(port)
                .append('\n')
                .append(certificate)
                .append('\n')
                .append(routeKey)
                .append('\n')
                .append(endorsement)
                .append('\n')
                .append(at.toEpochMilli())
                .append('\n')
                .append(health.paths())
                .append('\n')
                .append(health.mostPaths())
                .append('\n')
                .append(health.streams())
                .append('\n')
                .append(health.mostStreams())
                .append('\n')
                .append(health.forwardedBytes())
                .append('\n')
                .append(health.traversalBitsPerSecond())
                .append('\n')
                .append(health.capacityBitsPerSecond())
                .append('\n');
        for (LinkResult link : measured) {
            text.append(link.destination())
                    .append('\n')
                    .append(link.measuredAt().toEpochMilli())
                    .append('\n')
                    .append(link.bitsPerSecond())
                    .append('\n')
                    .append(link.problem())
                    .append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The same report with this signature. */
    public RelayReport signed(String base64) {
        return new RelayReport(name, host, port, certificate, routeKey, endorsement, at, health, measured, base64);
    }
}
