package org.waybill.engine;

import org.waybill.engine.TransferRequest.Verify;

/**
 * How the data of a transfer are sent.
 *
 * @param streams parallel connections, 0 to let the engine choose
 * @param rateBitsPerSecond the sending rate is never higher, 0 for no limit
 * @param verify how the destination is compared with the source
 */
public record DataOptions(int streams, long rateBitsPerSecond, Verify verify) {
    /** The engine's choice of streams, no limit, verified. */
    public static final DataOptions DEFAULT = new DataOptions(0, 0, Verify.SHA256);

    /** Whether SHA-256 of source and destination must agree. */
    public boolean isVerified() {
        return verify == Verify.SHA256;
    }

    /** The same, never faster than this either. */
    public DataOptions within(long mostBitsPerSecond) {
        long rate = rateBitsPerSecond == 0 ? mostBitsPerSecond : Math.min(rateBitsPerSecond, mostBitsPerSecond);
        return new DataOptions(streams, rate, verify);
    }
}
