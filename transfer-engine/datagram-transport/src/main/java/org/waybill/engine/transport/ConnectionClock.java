package org.waybill.engine.transport;

/**
 * A connection's own time. It follows the caller's clock but takes no part in its jumps: a step back counts as nothing,
 * a step forward (a suspended machine) as {@link #MAX_STEP_NS} at most, so that no timer is mistaken about the network
 * when only the clock has moved.
 */
final class ConnectionClock {
    /** Longer than any timer is armed ahead while data is under way. */
    static final long MAX_STEP_NS = 5_000_000_000L;

    private boolean started;
    private long callerNs;
    private long localNs;

    /** Takes note of the caller's time and returns the connection's. */
    long advance(long nowNs) {
        if (started) {
            localNs += Math.clamp(nowNs - callerNs, 0, MAX_STEP_NS);
        }
        started = true;
        callerNs = nowNs;
        return localNs;
    }

    /** A moment of the connection's time as the caller's clock would show it. */
    long toCaller(long momentNs) {
        return callerNs + (momentNs - localNs);
    }

    long nowNs() {
        return localNs;
    }

    boolean isStarted() {
        return started;
    }
}
