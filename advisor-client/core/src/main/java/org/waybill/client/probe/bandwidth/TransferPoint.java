package org.waybill.client.probe.bandwidth;

import org.jspecify.annotations.Nullable;

/**
 * One transfer of a probe: {@code bytes} of payload took {@code seconds}.
 *
 * @param whole false for one that the end of the time cut short: {@code bytes} are those that it had sent by then
 * @param lossy whether packets were lost in it, or in one before over the same path
 * @param middleBitsPerSecond how fast its second third (by time) went; null where its progress was not reported, or not
 *     finely enough
 * @param tailBitsPerSecond the same of its last third
 * @param sender what this machine's kernel says of it; null where another one sends, or this one does not report it
 */
public record TransferPoint(
        long bytes,
        double seconds,
        boolean whole,
        boolean lossy,
        @Nullable Double middleBitsPerSecond,
        @Nullable Double tailBitsPerSecond,
        @Nullable SenderAccount sender) {
    public TransferPoint {
        if (bytes < 0 || !(seconds >= 0)) {
            throw new IllegalArgumentException("no transfer: " + bytes + " bytes in " + seconds + " s");
        }
    }

    /** One that was not cut short, and of which no more is known. */
    public TransferPoint(long bytes, double seconds) {
        this(bytes, seconds, true, false, null, null, null);
    }
}
