package org.waybill.engine.overlay;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.wire.WireException;
import org.waybill.engine.wire.WireReader;
import org.waybill.engine.wire.WireWriter;

/**
 * What a relay is asked to do, before it is signed: one path, for one client, a number of bytes, soon. A node forwards
 * only what a token names.
 *
 * @param nonce 16 random bytes; a node honours each token once
 * @param holder the client that may open the path, by its certificate
 * @param hops the relays in order, 1 to {@link #MOST_HOPS}
 * @param destination where the last relay connects to
 * @param bytes what may pass in total, in both directions
 * @param notAfter until when the path may be opened; an open one lives on as long as its client
 */
public record RouteToken(
        byte[] nonce, Fingerprint holder, List<Hop> hops, NodeAddress destination, long bytes, Instant notAfter) {
    /** A longer path gains nothing and hides loops. */
    public static final int MOST_HOPS = 4;

    static final int NONCE_BYTES = 16;
    private static final int FINGERPRINT_BYTES = 32;
    private static final int MOST_HOST_BYTES = 255;

    /** A relay: where it listens, and the certificate that it must show. */
    public record Hop(NodeAddress address, Fingerprint fingerprint) {}

    public RouteToken {
        hops = List.copyOf(hops);
        if (hops.isEmpty() || hops.size() > MOST_HOPS) {
            throw new IllegalArgumentException("a path has 1 to " + MOST_HOPS + " relays, not " + hops.size());
        }
        if (nonce.length != NONCE_BYTES || bytes <= 0) {
            throw new IllegalArgumentException("a token needs a nonce of 16 bytes and some bytes to carry");
        }
        Set<NodeAddress> seen = new HashSet<>(Set.of(destination));
        for (Hop hop : hops) {
            if (!seen.add(hop.address())) {
                throw new IllegalArgumentException("the path visits " + hop.address() + " twice");
            }
        }
    }

    byte[] encode() {
        WireWriter out = new WireWriter()
                .raw(nonce)
                .raw(holder.bytes())
                .u64(bytes)
                .u64(notAfter.getEpochSecond())
                .u8(hops.size());
        for (Hop hop : hops) {
            write(hop.address(), out);
            out.raw(hop.fingerprint().bytes());
        }
        write(destination, out);
        return out.toBytes();
    }

    static RouteToken read(WireReader in) throws WireException {
        byte[] nonce = in.raw(NONCE_BYTES);
        Fingerprint holder = Fingerprint.ofBytes(in.raw(FINGERPRINT_BYTES));
        long bytes = in.u63();
        long notAfter = in.u63();
        int count = in.u8();
        if (count > MOST_HOPS) {
            throw new WireException("a path of " + count + " relays");
        }
        List<Hop> hops = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            hops.add(new Hop(address(in), Fingerprint.ofBytes(in.raw(FINGERPRINT_BYTES))));
        }
        NodeAddress destination = address(in);
        in.end();
        try {
            return new RouteToken(
                    nonce,
                    holder,
                    hops,
                    destination,
                    bytes,
                    Instant.ofEpochSecond(Math.min(notAfter, Integer.MAX_VALUE * 4L)));
        } catch (IllegalArgumentException e) {
            throw new WireException(String.valueOf(e.getMessage()));
        }
    }

    private static void write(NodeAddress address, WireWriter out) {
        out.text(address.host()).u16(address.port());
    }

    private static NodeAddress address(WireReader in) throws WireException {
        String host = in.text(MOST_HOST_BYTES);
        int port = in.u16();
        if (host.isEmpty() || port == 0 || host.chars().anyMatch(c -> c <= ' ' || c > '~' || c == '/' || c == '@')) {
            throw new WireException("a hop without a plain host and port");
        }
        return new NodeAddress(host, port);
    }
}
