package org.waybill.engine.driver;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * The kernel's account of one TCP connection ({@code struct tcp_info} of Linux' {@code linux/tcp.h}). What an old
 * kernel does not report is 0.
 *
 * @param timeouts of the retransmission timer since data were last acknowledged
 * @param rttMicros smoothed round-trip time
 * @param minRttMicros the smallest seen lately
 * @param cwndSegments congestion window
 * @param segmentBytes sender's maximum segment size
 * @param retransmittedSegments in the connection's life
 * @param deliveryRateBytesPerSecond the newest sample
 * @param busyMicros time with unacknowledged data
 * @param receiverLimitedMicros of it: the peer's window was full
 * @param senderBufferLimitedMicros of it: our send buffer was too small
 * @param deliveredSegments that the peer said it has, those beyond a gap as well
 * @param sentBytes data bytes sent, re-sends included
 * @param retransmittedBytes data bytes re-sent
 * @param receivedBytes data bytes received
 * @param receivedSegments with data
 * @param outOfOrderSegments of them: those that came while an earlier one was missing
 * @param receiveWindowBytes what we allow the peer to have in flight
 * @param receiverRttMicros round-trip time as seen from the data that come; 0 where none came
 */
public record TcpInfo(
        int timeouts,
        long rttMicros,
        long minRttMicros,
        long cwndSegments,
        long segmentBytes,
        long retransmittedSegments,
        long deliveryRateBytesPerSecond,
        long busyMicros,
        long receiverLimitedMicros,
        long senderBufferLimitedMicros,
        long deliveredSegments,
        long sentBytes,
        long retransmittedBytes,
        long receivedBytes,
        long receivedSegments,
        long outOfOrderSegments,
        long receiveWindowBytes,
        long receiverRttMicros) {

    /** Data bytes that the peer has, those beyond a gap as well; by the size of whole segments, so seldom too many. */
    public long deliveredBytes() {
        long once = sentBytes - retransmittedBytes;
        return deliveredSegments == 0 ? once : Math.min(once, deliveredSegments * segmentBytes);
    }

    static TcpInfo parse(MemorySegment info, int length) {
        return new TcpInfo(
                info.get(JAVA_BYTE, 2),
                u32(info, 68, length),
                u32(info, 148, length),
                u32(info, 80, length),
                u32(info, 16, length),
                u32(info, 100, length),
                u64(info, 160, length),
                u64(info, 168, length),
                u64(info, 176, length),
                u64(info, 184, length),
                u32(info, 192, length),
                u64(info, 200, length),
                u64(info, 208, length),
                u64(info, 128, length),
                u32(info, 152, length),
                u32(info, 224, length),
                u32(info, 232, length),
                u32(info, 92, length));
    }

    private static long u32(MemorySegment info, int offset, int length) {
        return offset + 4 <= length ? Integer.toUnsignedLong(info.get(JAVA_INT, offset)) : 0;
    }

    private static long u64(MemorySegment info, int offset, int length) {
        return offset + 8 <= length ? info.get(JAVA_LONG, offset) : 0;
    }
}
