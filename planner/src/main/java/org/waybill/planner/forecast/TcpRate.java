package org.waybill.planner.forecast;

/** What loss and window let one TCP connection carry. Rates in bit/s of payload. */
public final class TcpRate {
    /** Payload of a 1500-byte packet with IPv4 and TCP timestamps. */
    public static final int SEGMENT_BYTES = 1448;
    /** RFC 6928. */
    public static final int INITIAL_WINDOW_SEGMENTS = 10;

    /**
     * Mean window in segments over (RTT / p)^(3/4) where every segment is lost with the same probability p, for RFC
     * 9438's C = 0.4 and beta = 0.7 (Poojary and Sharma, An asymptotic approximation of TCP CUBIC, 2015). Losses at
     * even distances, as RFC 9438 section 5.1 reckons with, would give 1.05: growth is quickest after long pauses.
     */
    private static final double CUBIC_MEAN_WINDOW = 1.3;

    private static final double LEAST_TIMEOUT_SECONDS = .2;
    private static final int BISECTIONS = 60;

    private TcpRate() {}

    /**
     * Reno's rate at a loss ratio, timeouts included (Padhye et al. 1998, eq. 30 with b = 1; without timeouts it is
     * the formula of Mathis et al. 1997, segment / RTT * sqrt(3/2) / sqrt(p)). Infinite without loss.
     */
    public static double reno(double rttSeconds, double lossRatio) {
        if (lossRatio <= 0) {
            return Double.POSITIVE_INFINITY;
        }
        double p = Math.min(lossRatio, 1);
        double timeoutSeconds = Math.max(LEAST_TIMEOUT_SECONDS, 2 * rttSeconds);
        double fast = rttSeconds * Math.sqrt(2 * p / 3);
        double slow = timeoutSeconds * Math.min(1, 3 * Math.sqrt(3 * p / 8)) * p * (1 + 32 * p * p);
        return SEGMENT_BYTES * 8 / (fast + slow);
    }

    /** CUBIC's rate at a loss ratio of random losses, never below Reno's (RFC 9438 section 4.3). */
    public static double cubic(double rttSeconds, double lossRatio) {
        if (lossRatio <= 0) {
            return Double.POSITIVE_INFINITY;
        }
        double windowSegments = CUBIC_MEAN_WINDOW * Math.pow(rttSeconds / lossRatio, .75);
        return Math.max(windowSegments * SEGMENT_BYTES * 8 / rttSeconds, reno(rttSeconds, lossRatio));
    }

    /** One connection's bound by loss under the given control; infinite where loss does not bound it. */
    public static double lossLimited(CongestionControl control, double rttSeconds, double lossRatio) {
        return switch (control) {
            case RENO -> reno(rttSeconds, lossRatio);
            case CUBIC -> cubic(rttSeconds, lossRatio);
            // BBR (v1 and v3) holds its rate to about 15 % of loss, then gives way
            case BBR -> lossRatio <= .15 ? Double.POSITIVE_INFINITY : reno(rttSeconds, lossRatio);
            case RATE_BASED -> Double.POSITIVE_INFINITY;
        };
    }

    /**
     * The loss ratio that bounds one connection at {@code bitsPerSecond}; that of Reno where the control gives way to
     * no loss.
     */
    public static double lossRatioOf(CongestionControl control, double rttSeconds, double bitsPerSecond) {
        double low = 1e-9;
        double high = 1;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = Math.sqrt(low * high);
            double bound = control.yieldsToLoss() ? lossLimited(control, rttSeconds, middle) : reno(rttSeconds, middle);
            if (bound > bitsPerSecond) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.sqrt(low * high);
    }

    /**
     * How many of {@code bytes} one connection is expected to send before its first loss, if each segment is lost with
     * the same probability (Cardwell, Savage and Anderson, Modeling TCP latency, 2000: the first slow start). Until
     * then no loss bounds its rate.
     */
    public static double bytesBeforeLoss(double lossRatio, double bytes) {
        if (lossRatio <= 0) {
            return bytes;
        }
        double p = Math.min(lossRatio, 1);
        double segments = bytes / SEGMENT_BYTES;
        // 1 - (1 - p)^d, exact also where p is tiny
        double anyLoss = p == 1 ? 1 : -Math.expm1(segments * Math.log1p(-p));
        return Math.min(bytes, (anyLoss * (1 - p) / p + 1) * SEGMENT_BYTES);
    }

    /**
     * Time that slow start costs over sending at {@code bitsPerSecond} from the first byte on: the window doubles each
     * round trip from ten segments to the bandwidth-delay product, or until {@code bytes} are out.
     */
    public static double slowStartSeconds(double rttSeconds, double bitsPerSecond, double bytes) {
        double first = INITIAL_WINDOW_SEGMENTS * (double) SEGMENT_BYTES;
        double product = bitsPerSecond / 8 * rttSeconds;
        double target = Math.min(product, first + bytes);
        if (target <= first) {
            return 0;
        }
        double rounds = Math.log(target / first) / Math.log(2);
        return Math.max(0, rounds * rttSeconds - (target - first) * 8 / bitsPerSecond);
    }
}
