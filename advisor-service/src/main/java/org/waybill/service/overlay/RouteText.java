package org.waybill.service.overlay;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.waybill.service.InputChecks;
import org.waybill.service.profile.HostNames;

/** The bytes of a route token, as nodes read them: {@code docs/engine-protocol.md}, section Relays. */
final class RouteText {
    static final int NONCE_BYTES = 16;
    static final int MOST_HOPS = 4;

    private RouteText() {}

    /** Where a node listens. */
    record Address(String host, int port) {
        /** Reads {@code host:port}; brackets round an IPv6 address. */
        static Address parse(String field, String text) {
            int colon = text.lastIndexOf(':');
            String port = colon < 0 ? "" : text.substring(colon + 1);
            if (!port.matches("[1-9][0-9]{0,4}") || Integer.parseInt(port) > 65_535) {
                throw InputChecks.bad(
                        "invalid " + field + " '" + InputChecks.text(field, text, 300) + "': expected HOST:PORT");
            }
            return new Address(HostNames.checked(field, text.substring(0, colon)), Integer.parseInt(port));
        }

        @Override
        public String toString() {
            return HostNames.authority(host, port);
        }
    }

    /** A relay and the certificate that it must show, in hexadecimal. */
    record Hop(Address address, String fingerprint) {}

    /** A path, for one client. */
    record Route(String holder, List<Hop> hops, Address destination, long bytes) {
        Route {
            hops = List.copyOf(hops);
            InputChecks.between("relays", hops.size(), 1, MOST_HOPS);
            InputChecks.between("bytes", bytes, 1, Long.MAX_VALUE);
            Set<Address> seen = new HashSet<>(Set.of(destination));
            for (Hop hop : hops) {
                if (!seen.add(hop.address())) {
                    throw InputChecks.bad("the path visits " + hop.address() + " twice");
                }
            }
        }
    }

    static byte[] encode(Route route, byte[] nonce, Instant notAfter) {
        return bytes(out -> {
            out.write(nonce);
            out.write(HexFormat.of().parseHex(route.holder()));
            out.writeLong(route.bytes());
            out.writeLong(notAfter.getEpochSecond());
            out.writeByte(route.hops().size());
            for (Hop hop : route.hops()) {
                write(hop.address(), out);
                out.write(HexFormat.of().parseHex(hop.fingerprint()));
            }
            write(route.destination(), out);
        });
    }

    /** What is signed: the token with its length, and who signs. */
    static byte[] frame(byte[] body, int kind, byte[] key) {
        return bytes(out -> {
            out.writeShort(body.length);
            out.write(body);
            out.writeByte(kind);
            out.write(key);
        });
    }

    private static void write(Address address, DataOutputStream out) throws IOException {
        byte[] host = address.host().getBytes(StandardCharsets.UTF_8);
        out.writeShort(host.length);
        out.write(host);
        out.writeShort(address.port());
    }

    @FunctionalInterface
    private interface Content {
        void writeTo(DataOutputStream out) throws IOException;
    }

    private static byte[] bytes(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            content.writeTo(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
