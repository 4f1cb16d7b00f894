package org.waybill.planner;

import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** Times work by the processor time of its thread, which other processes do not lengthen. */
public final class CpuTime {
    private CpuTime() {}

    /** The least of some runs, nanoseconds. */
    public static long leastNanos(int runs, Supplier<?> work) {
        long least = Long.MAX_VALUE;
        for (int run = 0; run < runs; run++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            if (work.get() == null) {
                throw new AssertionError("no result");
            }
            least = Math.min(least, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
        }
        return least;
    }
}
