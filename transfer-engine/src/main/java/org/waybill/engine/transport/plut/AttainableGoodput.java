package org.waybill.engine.transport.plut;

import java.util.HashMap;
import java.util.Map;

/**
 * The receiver's table of attainable goodput by host load, GT(cpu, io) (Lu 2011, section 4.2.3.5). Empty at first, when
 * nothing limits the sender but its channel. Under a load that is new the entry is estimated from how fast the free
 * buffer shrinks or grows (eqs. 4.2.21, 4.2.22, 4.2.24); a load met before gives its entry at once (eq. 4.2.23). Beyond
 * the paper, an entry is corrected while its load lasts: down when the buffer runs full, up when it stays empty.
 */
final class AttainableGoodput {
    private static final long SETTLE_NS = 200_000_000;
    private static final int MOST_PROCESSES = 64;
    private static final double NEARLY_EMPTY = 0.9;
    private static final double NEARLY_FULL = 0.5;
    private static final double RAISE = 1.05;

    private record Load(int cpuBound, int ioBound) {}

    private final Map<Load, Double> table = new HashMap<>();
    private Load load = new Load(0, 0);
    private boolean estimating;
    private long sinceNs;
    private long freeSince;
    private long droppedSince;
    private double attainable;
    private boolean started;

    /** What is attainable under the present load, in bit/s of data; 0 when nothing limits it. */
    double bitsPerSecond() {
        return attainable;
    }

    /** Takes a look at the host; {@code goodput} was measured since the last one. */
    void onSample(long nowNs, double goodput, HostLoad host) {
        Load now = new Load(Math.clamp(host.cpuBound(), 0, MOST_PROCESSES),
                Math.clamp(host.ioBound(), 0, MOST_PROCESSES));
        if (!started || !now.equals(load)) {
            started = true;
            load = now;
            Double known = table.get(load);
            estimating = known == null;
            attainable = known == null ? attainable : known;
            begin(nowNs, host);
        } else if (nowNs - sinceNs >= SETTLE_NS) {
            learn(nowNs, goodput, host);
            begin(nowNs, host);
        }
    }

    private void begin(long nowNs, HostLoad host) {
        sinceNs = nowNs;
        freeSince = host.freeBufferBytes();
        droppedSince = host.dropped();
    }

    private void learn(long nowNs, double goodput, HostLoad host) {
        boolean full = host.dropped() > droppedSince || host.freeBufferBytes() < NEARLY_FULL * host.bufferBytes();
        boolean empty = host.freeBufferBytes() > NEARLY_EMPTY * host.bufferBytes();
        if (full) {
            // eq. 4.2.22: g*(k+1) = g*(k) + fb / t, where fb is the change of free room; what is read now is g*(k)
            double change = 8e9 * (host.freeBufferBytes() - freeSince) / (nowNs - sinceNs);
            double drained = Math.max(goodput / 4, goodput + Math.min(0, change) / 2);
            double before = attainable;
            attainable = estimating || before == 0 ? drained : Math.min(before, (before + drained) / 2);
            table.put(load, attainable);
        } else if (empty && attainable > 0 && goodput > 0.9 * attainable) {
            attainable *= RAISE;
            table.put(load, attainable);
        } else if (estimating) {
            table.put(load, attainable);
        }
        estimating = false;
    }
}
