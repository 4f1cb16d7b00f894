package org.waybill.engine.transport.tsp;

import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.plut.RobbinsMonro;

/**
 * TSP's goodput stabilisation (Lu 2011, section 5.2): a window of W datagrams goes out at once, then the sender sleeps
 * for T. Either the window is adjusted under a fixed sleep time (eq. 5.2.7) or the sleep time under a fixed window (eq.
 * 5.2.13); both at once would disturb each other. Rates and the target are those of file data.
 */
public final class TspRateController implements RateController {
    /** Which of the two is adjusted. */
    public enum Adjust {
        WINDOW,
        SLEEP_TIME
    }

    /** The paper's gains, a = alpha = 0.8; the smallest step keeps the control awake in a long transfer. */
    private static final double GAIN = 0.8;

    private static final double EXPONENT = 0.8;
    private static final double LEAST_GAIN = 0.1;
    /** The rate is clipped here (Lu 2011, section 5.2.5): losses above a third are not made up for. */
    private static final double MOST = 1.5;

    private static final double FIXED_SLEEP_SECONDS = 0.005;
    private static final double LEAST_WINDOW_DATAGRAMS = 2;
    /** No shorter sleeps at the start: a sender must not spin at high rates. */
    private static final double LEAST_SLEEP_SECONDS = 0.001;

    private static final double STEP_DATAGRAMS = 200;
    private static final double LEAST_STEP_SECONDS = 0.2;
    private static final double MOST_STEP_SECONDS = 1;
    private static final double RESTART_ERROR = 0.05;
    private static final int RESTART_STEPS = 10;

    private final double targetBitsPerSecond;
    private final Adjust adjust;
    private final long limitBitsPerSecond;
    private final RobbinsMonro gains = new RobbinsMonro(GAIN, EXPONENT, LEAST_GAIN);
    private double datagramBits = 8 * 1164;
    private double windowDatagrams;
    private double sleepsPerSecond;
    private int offTarget;
    private boolean measured;
    private long adjustedNs;

    /**
     * Holds goodput at a target.
     *
     * @param targetBitsPerSecond file data per second
     * @param limitBitsPerSecond never more than this on the wire
     */
    public TspRateController(long targetBitsPerSecond, long limitBitsPerSecond, Adjust adjust) {
        if (targetBitsPerSecond < 1 || limitBitsPerSecond < 1) {
            throw new IllegalArgumentException(
                    "target=" + targetBitsPerSecond + " and limit=" + limitBitsPerSecond + " must be positive");
        }
        this.targetBitsPerSecond = targetBitsPerSecond;
        this.limitBitsPerSecond = limitBitsPerSecond;
        this.adjust = adjust;
        begin();
    }

    /** The starting point: eq. 5.2.1 with a bandwidth far above the target. */
    private void begin() {
        double datagramsPerSecond = targetBitsPerSecond / datagramBits;
        if (adjust == Adjust.WINDOW) {
            sleepsPerSecond = 1 / FIXED_SLEEP_SECONDS;
            windowDatagrams = datagramsPerSecond * FIXED_SLEEP_SECONDS;
        } else {
            windowDatagrams = Math.max(LEAST_WINDOW_DATAGRAMS, datagramsPerSecond * LEAST_SLEEP_SECONDS);
            sleepsPerSecond = datagramsPerSecond / windowDatagrams;
        }
    }

    /** Eqs. 5.2.6 and 5.2.10: W / T, here of data. */
    private double dataBitsPerSecond() {
        return windowDatagrams * sleepsPerSecond * datagramBits;
    }

    /**
     * Enough datagrams for their number to show a rate to within a per cent, and a round trip at least.
     */
    @Override
    public long stepNs(long rttNs) {
        double seconds = STEP_DATAGRAMS * datagramBits / targetBitsPerSecond;
        return Math.max(rttNs, (long) (Math.clamp(seconds, LEAST_STEP_SECONDS, MOST_STEP_SECONDS) * 1e9));
    }

    @Override
    public long bitsPerSecond(double payloadRatio) {
        return (long) Math.max(1, Math.min(dataBitsPerSecond() / payloadRatio, limitBitsPerSecond));
    }

    @Override
    public double burstBytes(double payloadRatio, int wireBytes) {
        resize(payloadRatio * wireBytes * 8);
        return Math.max(1, windowDatagrams) * wireBytes;
    }

    /** A datagram of another size must not change the rate. */
    private void resize(double bits) {
        if (Math.abs(bits - datagramBits) > 1) {
            double factor = datagramBits / bits;
            datagramBits = bits;
            if (adjust == Adjust.WINDOW) {
                windowDatagrams *= factor;
            } else {
                sleepsPerSecond *= factor;
            }
        }
    }

    /** The first measurement has the beginning in it; others count once the last adjustment shows in most of them. */
    private boolean isSettled(Feedback f) {
        if (!measured) {
            measured = true;
            adjustedNs = f.nowNs();
            return false;
        }
        return f.nowNs() - adjustedNs >= f.rttNs() + stepNs(f.rttNs()) / 2;
    }

    @Override
    public void onFeedback(Feedback f) {
        if (!f.limited() || !isSettled(f)) {
            return;
        }
        adjustedNs = f.nowNs();
        double errorDatagrams = (f.goodputBitsPerSecond() - targetBitsPerSecond) / datagramBits;
        offTarget = Math.abs(f.goodputBitsPerSecond() / targetBitsPerSecond - 1) > RESTART_ERROR ? offTarget + 1 : 0;
        if (offTarget >= RESTART_STEPS) {
            offTarget = 0;
            gains.restart();
        }
        double gain = gains.next();
        double most = MOST * targetBitsPerSecond / datagramBits;
        double least = targetBitsPerSecond / datagramBits / MOST;
        if (adjust == Adjust.WINDOW) {
            // eq. 5.2.7: W(n+1) = W(n) - a T / n^alpha (g(n) - g*)
            double sleepSeconds = 1 / sleepsPerSecond;
            windowDatagrams -= gain * sleepSeconds * errorDatagrams;
            windowDatagrams = Math.clamp(windowDatagrams, least * sleepSeconds, most * sleepSeconds);
        } else {
            // eq. 5.2.13: T'(n+1) = T'(n) - a / (n^alpha W) (g(n) - g*), T' = 1 / T
            sleepsPerSecond -= gain / windowDatagrams * errorDatagrams;
            sleepsPerSecond = Math.clamp(sleepsPerSecond, least / windowDatagrams, most / windowDatagrams);
        }
    }
}
