package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this process holds: platform threads, descriptors, and heap after a collection. */
public record Baseline(int threads, long descriptors, long heapBytes) {
    private static final int SPARE = 3;
    private static final long SPARE_BYTES = 8 << 20;
    private static final int MINUTE_OF_TENTHS = 600;

    /** As it is now. */
    public static Baseline now() throws IOException {
        System.gc();
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return new Baseline(
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    all.count(),
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
    }

    /** Waits until all is as it was, a minute at most. */
    public void awaitBack() throws IOException, InterruptedException {
        Baseline now = now();
        for (int i = 0; i < MINUTE_OF_TENTHS && !now.isBack(this); i += 5) {
            Thread.sleep(500);
            now = now();
        }
        assertThat(now.isBack(this))
                .as("before %s, a minute afterwards %s", this, now)
                .isTrue();
    }

    private boolean isBack(Baseline before) {
        return threads <= before.threads + SPARE
                && descriptors <= before.descriptors + SPARE
                && heapBytes <= before.heapBytes + SPARE_BYTES;
    }
}
