package org.waybill.client.probe.bandwidth;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.waybill.engine.driver.TcpInfo;

/**
 * What the sending kernel says of a test transfer's connections ({@link TcpInfo}).
 *
 * @param sentBytes data, re-sends included
 * @param minRttMicros the smallest of the connection's life; 0 if unknown
 * @param rttMicros smoothed, with the queue that the transfer itself and others fill
 */
public record SenderAccount(
        long sentBytes,
        long retransmittedBytes,
        long busyMicros,
        long receiverLimitedMicros,
        long senderBufferLimitedMicros,
        long minRttMicros,
        long rttMicros) {
    /** A tenth of a second's jitter on long paths, and the timers' own on short ones, are not a queue. */
    private static final double QUEUE_PART = .2;

    private static final long LEAST_QUEUE_MICROS = 2_000;
    private static final double MOSTLY = .5;

    /** Of all transfers together, with the round trips of the last one; empty where no kernel reported any. */
    static Optional<SenderAccount> of(List<TransferPoint> points) {
        return points.stream()
                .map(TransferPoint::sender)
                .filter(Objects::nonNull)
                .reduce(SenderAccount::and);
    }

    private SenderAccount and(SenderAccount later) {
        return new SenderAccount(
                sentBytes + later.sentBytes,
                retransmittedBytes + later.retransmittedBytes,
                busyMicros + later.busyMicros,
                receiverLimitedMicros + later.receiverLimitedMicros,
                senderBufferLimitedMicros + later.senderBufferLimitedMicros,
                later.minRttMicros,
                later.rttMicros);
    }

    /** Part of the bytes that were sent again, 0..1. */
    public double lossRatio() {
        return sentBytes == 0 ? 0 : Math.min(1, (double) retransmittedBytes / sentBytes);
    }

    /** Whether packets waited in a queue: then those that were lost may have been lost to it. */
    public boolean queued() {
        return rttMicros - minRttMicros > Math.max(LEAST_QUEUE_MICROS, QUEUE_PART * minRttMicros);
    }

    /** Whether a window was full most of the time, so that it was the limit and not the path. */
    public boolean windowLimited() {
        return minRttMicros > 0 && receiverLimitedMicros + senderBufferLimitedMicros > MOSTLY * busyMicros;
    }
}
