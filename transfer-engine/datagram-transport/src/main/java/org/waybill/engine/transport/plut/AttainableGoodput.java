package org.waybill.engine.transport.plut;

import java.util.HashMap;
import java.util.Map;

/**
 * The receiver's table of attainable goodput by host load, GT(cpu, io) (Lu 2011, section 4.2.3.5). Empty at first, when
 * nothing limits the sender but its channel. Under a load that is new the entry is estimated from how fast the free
 * buffer shrinks (eqs. 4.2.21, 4.2.22, 4.2.24); a load met before gives its entry at once (eq. 4.2.23). Beyond the
 * paper, an entry is corrected while its load lasts: down to what is being read when the buffer runs over, up while it
 * does not, and away when it limits nothing any more.
 */
final class AttainableGoodput {
    private static final long STEP_NS = 200_000_000;
    private static final int MOST_PROCESSES = 64;
    private static final double NEARLY_FULL = 0.5;
    private static final double RAISE = 1.25;
    /** One bad moment must not silence a sender: never below this share of the best that was read. */
    private static final double FLOOR = 0.05;

    private record Load(int cpuBound, int ioBound) {}

    private final Map<Load, Double> table = new HashMap<>();
    private Load load = new Load(0, 0);
    private boolean loadIsNew;
    private boolean started;
    private long stepStartedNs;
    private long freeBefore;
    private long droppedBefore;
    private long mostFree;
    private int pressedSteps;
    private double receivedSum;
    private int samples;
    private double receivedBefore;
    private double bestReceived;
    private double attainable;

    /** What is attainable under the present load, in bit/s of data; 0 when the host limits nothing. */
    double bitsPerSecond() {
        return attainable;
    }

    /** Takes a look at the host; {@code received} is the data read since the last look, in bit/s. */
    void onSample(long nowNs, double received, HostLoad host) {
        Load now =
                new Load(Math.clamp(host.cpuBound(), 0, MOST_PROCESSES), Math.clamp(host.ioBound(), 0, MOST_PROCESSES));
        receivedSum += received;
        samples++;
        mostFree = Math.max(mostFree, host.freeBufferBytes());
        if (!started) {
            started = true;
            load = now;
            beginStep(nowNs, host);
        } else if (!now.equals(load)) {
            load = now;
            Double known = table.get(load);
            loadIsNew = known == null;
            attainable = known == null ? attainable : known;
            beginStep(nowNs, host);
        } else if (nowNs - stepStartedNs >= STEP_NS) {
            learn(nowNs, host);
            beginStep(nowNs, host);
        }
    }

    private void beginStep(long nowNs, HostLoad host) {
        receivedBefore = receivedSum / samples;
        bestReceived = Math.max(bestReceived, receivedBefore);
        receivedSum = 0;
        samples = 0;
        stepStartedNs = nowNs;
        freeBefore = host.freeBufferBytes();
        droppedBefore = host.dropped();
        mostFree = 0;
    }

    private void learn(long nowNs, HostLoad host) {
        double received = receivedSum / samples;
        // a burst fills the buffer for a moment; only one that is never half empty, or runs over, is evidence of the
        // host
        boolean pressed = host.dropped() > droppedBefore || mostFree < NEARLY_FULL * host.bufferBytes();
        pressedSteps = pressed ? pressedSteps + 1 : 0;
        if (pressed && loadIsNew) {
            // eq. 4.2.22: g*(k+1) = g*(k) + fb / t; what came in before the change was g*(k), fb is what became free
            double change = 8e9 * (host.freeBufferBytes() - freeBefore) / (nowNs - stepStartedNs);
            remember(Math.max(received, receivedBefore + Math.min(0, change)));
        } else if (pressedSteps >= 2) {
            // once may be a stall of the whole machine, which says nothing about what comes after it
            remember(Math.max(FLOOR * bestReceived, Math.max(received, receivedBefore)));
        } else if (!pressed && attainable > 0 && received > attainable / RAISE) {
            remember(RAISE * attainable);
        }
        loadIsNew = false;
    }

    private boolean isNoMoreThanNow(Load other) {
        return other.cpuBound() <= load.cpuBound() && other.ioBound() <= load.ioBound();
    }

    /** Eq. 4.2.24; a limit far above everything that ever arrived is none. */
    private void remember(double bitsPerSecond) {
        attainable = bitsPerSecond > RAISE * RAISE * bestReceived ? 0 : bitsPerSecond;
        if (attainable == 0) {
            table.keySet().removeIf(this::isNoMoreThanNow);
        } else {
            table.put(load, attainable);
            // what is attained under this load can be attained under less
            table.replaceAll((other, value) -> isNoMoreThanNow(other) ? Math.max(value, attainable) : value);
        }
    }
}
