package org.waybill.api.overlay;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
        List<@Nullable Object> facts = new ArrayList<>(Arrays.asList(
                "waybill relay report 1", name, host, port, certificate, routeKey, endorsement, at.toEpochMilli()));
        facts.addAll(Arrays.asList(
                health.paths(),
                health.mostPaths(),
                health.streams(),
                health.mostStreams(),
                health.forwardedBytes(),
                health.traversalBitsPerSecond(),
                health.capacityBitsPerSecond()));
        for (LinkResult link : measured) {
            facts.addAll(Arrays.asList(
                    link.destination(), link.measuredAt().toEpochMilli(), link.bitsPerSecond(), link.problem()));
        }
        return facts.stream()
                .map(fact -> fact + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The same report with this signature. */
    public RelayReport signed(String base64) {
        return new RelayReport(name, host, port, certificate, routeKey, endorsement, at, health, measured, base64);
    }
}
