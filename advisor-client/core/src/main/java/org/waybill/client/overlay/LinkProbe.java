package org.waybill.client.overlay;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.waybill.api.overlay.LinkOrder;
import org.waybill.api.overlay.LinkResult;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.MeasuringClient;
import org.waybill.engine.link.NodeAddress;
import org.waybill.protocol.Protocol;

/**
 * Measures a virtual link by sending bytes that the other node throws away: more each time, until they take long enough
 * to say something, or the turn that the service grants is over. The two nodes must know each other: one home, or
 * paired.
 */
record LinkProbe(Path home, InstantSource clock) {
    private static final long FIRST_BYTES = 1 << 20;
    private static final long MOST_BYTES = 256L << 20;
    /** Below that the first round trips of slow start are what was measured. */
    private static final double ENOUGH_SECONDS = 2;

    private static final int GROWTH = 4;
    /** The longest turn that a service grants. */
    private static final double MOST_SECONDS = 40;
    /** The service's clock may be another one: less than that is no turn. */
    private static final double LEAST_SECONDS = 5;

    LinkResult measure(LinkOrder order) {
        double untilEnd = Duration.between(clock.instant(), order.until()).toMillis() / 1e3;
        long endNanos = System.nanoTime() + (long) (Math.clamp(untilEnd, LEAST_SECONDS, MOST_SECONDS) * 1e9);
        try {
            NodeAddress other = NodeAddress.parse(order.destination());
            try (MeasuringClient client = MeasuringClient.connect(
                    home, new Location(Protocol.WAYBILL.scheme(), null, other.host(), other.port(), "/"))) {
                return new LinkResult(order.destination(), clock.instant(), rate(client, endNanos), "");
            }
        } catch (TransferException | RuntimeException e) {
            return new LinkResult(order.destination(), clock.instant(), null, String.valueOf(e.getMessage()));
        }
    }

    /** Bit/s of the last and longest round; what it did not reach, where that is not over in time. */
    private static double rate(MeasuringClient client, long endNanos) throws TransferException {
        long bytes = FIRST_BYTES;
        while (true) {
            long begin = System.nanoTime();
            boolean inTime = upload(client, bytes, endNanos - begin);
            long end = System.nanoTime();
            double seconds = Math.max(1e-6, (end - begin) / 1e9);
            double rate = bytes * 8 / seconds;
            if (!inTime && seconds < ENOUGH_SECONDS) {
                throw new TransferException(Reason.DEADLINE_MISSED, "to connect took up the turn of this measurement");
            }
            double next = bytes * (double) GROWTH * 8 / rate;
            double left = (endNanos - end) / 1e9;
            if (!inTime || seconds >= ENOUGH_SECONDS || bytes >= MOST_BYTES || next > left / 2) {
                return rate;
            }
            bytes *= GROWTH;
        }
    }

    /** Whether it was over in time; if not, the connection is. */
    private static boolean upload(MeasuringClient client, long bytes, long mostNanos) throws TransferException {
        AtomicBoolean late = new AtomicBoolean();
        Thread limit = Thread.ofVirtual().name("link measurement limit").start(() -> {
            try {
                Thread.sleep(Duration.ofNanos(Math.max(0, mostNanos)));
                late.set(true);
                client.abort();
            } catch (InterruptedException _) {
                // it is over
            }
        });
        try {
            client.upload(bytes, _ -> {});
            return true;
        } catch (TransferException e) {
            if (!late.get()) {
                throw e;
            }
            return false;
        } finally {
            limit.interrupt();
        }
    }
}
