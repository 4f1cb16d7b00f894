package org.waybill.engine.rightsizing;

/**
 * From a path's bandwidth-delay product to socket buffers and parallel streams. Linux sizes buffers itself (since
 * 2.6.17, after Feng et al. 2003, "dynamic right-sizing"), and setting one by hand switches that off; so buffers are
 * left alone while the kernel's own bounds suffice.
 */
public final class RightSizing {
    /** Of a buffer only about half carries data, the rest is bookkeeping (tcp_adv_win_scale 1). */
    private static final int BUFFER_PER_DATA = 2;

    private static final int MAX_STREAMS = 64;
    private static final long SHORT_TRANSFER_BYTES = 32 << 20;
    private static final long LONG_PATH_MICROS = 5_000;
    private static final int SHORT_PATH_STREAMS = 2;
    private static final int LONG_PATH_STREAMS = 4;

    private RightSizing() {}

    /**
     * What to do for a path.
     *
     * @param setBufferBytes what to set as buffer size, 0 to leave the kernel's automatic one
     * @param streams parallel connections that fill the path together
     * @param wantedBytes the buffer that one connection would need, for advice on sysctls
     */
    public record Advice(long setBufferBytes, int streams, long wantedBytes) {}

    /** Bandwidth-delay product in bytes. */
    public static long bandwidthDelayBytes(long bitsPerSecond, long rttMicros) {
        return Math.round(bitsPerSecond / 8.0 * rttMicros / 1e6);
    }

    /** The advice for the path at its sender or receiver, whose bounds are given. */
    public static Advice advise(long bandwidthDelayBytes, long autoBytes, long manualBytes) {
        long wanted = Math.multiplyExact(bandwidthDelayBytes, BUFFER_PER_DATA);
        if (autoBytes <= 0 || autoBytes >= wanted) {
            return new Advice(0, 1, wanted);
        }
        if (manualBytes >= wanted) {
            return new Advice(wanted, 1, wanted);
        }
        long best = Math.max(autoBytes, manualBytes);
        long streams = Math.min(MAX_STREAMS, (wanted + best - 1) / best);
        // automatic buffers are kept where they grow at least as far
        return new Advice(manualBytes > autoBytes ? manualBytes : 0, (int) streams, wanted);
    }

    /**
     * How many connections to start with. On a long path each starts slowly, so a short transfer takes several. A long
     * one takes one where the congestion control models the path: it fills the path alone, and several of them overrun
     * the bottleneck's queue (200 Mbit/s, 100 ms, four BBR streams: 23 % of the bytes sent twice, one: 1.5 %). A loss-
     * based one takes several, since each loss halves one of them only. Never more than there are blocks to send.
     *
     * @param modelBased whether BBR or the like will be used
     */
    public static int initialStreams(long rttMicros, long totalBytes, int blockBytes, boolean modelBased) {
        long blocks = Math.max(1, Math.ceilDiv(totalBytes, blockBytes));
        int byDelay = SHORT_PATH_STREAMS;
        if (rttMicros >= LONG_PATH_MICROS) {
            byDelay = modelBased && totalBytes > SHORT_TRANSFER_BYTES ? 1 : LONG_PATH_STREAMS;
        }
        return (int) Math.min(byDelay, blocks);
    }
}
