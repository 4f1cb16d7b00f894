package org.waybill.engine.transport;

/**
 * Lets bytes out at a rate, in bursts: once the bucket is empty it opens again when a whole burst has been saved up, so
 * that a driver sleeps between bursts instead of spinning between datagrams. Over any stretch of time no more than the
 * rate and one bucket goes out.
 */
public final class Pacer {
    /** How much of its sleep a sender that woke late may catch up with. */
    static final long CATCH_UP_NS = 10_000_000;

    private static final double NS_PER_SECOND = 1e9;

    private long bitsPerSecond;
    private double burstBytes;
    private double creditBytes;
    private long updatedNs;
    private boolean started;
    private boolean open = true;

    /**
     * Sets the pace; takes effect at once.
     *
     * @param bitsPerSecond at least 1
     * @param burstBytes what is saved up before the next datagram goes out (Lu 2011, section 5.2.1: the window)
     */
    public void pace(long bitsPerSecond, double burstBytes) {
        this.bitsPerSecond = Math.max(1, bitsPerSecond);
        this.burstBytes = burstBytes;
    }

    public long bitsPerSecond() {
        return bitsPerSecond;
    }

    /** Whether a datagram may go out now. */
    public boolean isOpen(long nowNs) {
        refill(nowNs);
        return open;
    }

    /** Takes note of what went out, its headers included. */
    public void onSent(int bytes) {
        creditBytes -= bytes;
        if (creditBytes <= 0) {
            open = false;
        }
    }

    /** When {@link #isOpen} will be true. */
    public long opensNs(long nowNs) {
        refill(nowNs);
        if (open) {
            return nowNs;
        }
        double missing = Math.max(0, burstBytes - creditBytes);
        return nowNs + (long) Math.ceil(missing * 8 * NS_PER_SECOND / bitsPerSecond);
    }

    private void refill(long nowNs) {
        if (!started) {
            started = true;
            updatedNs = nowNs;
            creditBytes = burstBytes;
        }
        double earned = (nowNs - updatedNs) / NS_PER_SECOND * bitsPerSecond / 8;
        double bucket = burstBytes + CATCH_UP_NS / NS_PER_SECOND * bitsPerSecond / 8;
        creditBytes = Math.min(bucket, creditBytes + earned);
        updatedNs = nowNs;
        open |= creditBytes >= burstBytes;
    }
}
