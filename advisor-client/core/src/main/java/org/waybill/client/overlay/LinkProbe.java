package org.waybill.client.overlay;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.waybill.api.overlay.LinkOrder;
import org.waybill.api.overlay.LinkResult;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.MeasuringClient;
import org.waybill.engine.link.NodeAddress;
import org.waybill.protocol.Protocol;

/**
 * Measures a virtual link by sending bytes that the other node throws away: more each time, until they take long enough
 * to say something. The two nodes must know each other: one home, or paired.
 */
record LinkProbe(Path home, InstantSource clock) {
    private static final long FIRST_BYTES = 1 << 20;
    private static final long MOST_BYTES = 256L << 20;
    /** Below that the first round trips of slow start are what was measured. */
    private static final double ENOUGH_SECONDS = 2;

    private static final int GROWTH = 4;
    /** The longest turn that a service grants. */
    private static final double MOST_SECONDS = 40;

    LinkResult measure(LinkOrder order) {
        try {
            NodeAddress other = NodeAddress.parse(order.destination());
            try (MeasuringClient client = MeasuringClient.connect(
                    home, new Location(Protocol.WAYBILL.scheme(), null, other.host(), other.port(), "/"))) {
                return new LinkResult(order.destination(), clock.instant(), rate(client, order), "");
            }
        } catch (TransferException | IllegalArgumentException e) {
            return new LinkResult(order.destination(), clock.instant(), null, String.valueOf(e.getMessage()));
        }
    }

    /** Bit/s of the last and longest round. */
    private double rate(MeasuringClient client, LinkOrder order) throws TransferException {
        long bytes = FIRST_BYTES;
        while (true) {
            long begin = System.nanoTime();
            client.upload(bytes, _ -> {});
            double seconds = Math.max(1e-6, (System.nanoTime() - begin) / 1e9);
            double rate = bytes * 8 / seconds;
            double next = bytes * (double) GROWTH * 8 / rate;
            // the service's clock may be another one
            double left = Math.min(
                    MOST_SECONDS,
                    Duration.between(clock.instant(), order.until()).toMillis() / 1e3);
            if (seconds >= ENOUGH_SECONDS || bytes >= MOST_BYTES || next > left / 2) {
                return rate;
            }
            bytes *= GROWTH;
        }
    }
}
