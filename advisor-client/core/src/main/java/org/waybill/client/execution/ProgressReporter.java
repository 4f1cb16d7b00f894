package org.waybill.client.execution;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.api.RunningTransfer;
import org.waybill.engine.ForwardingListener;
import org.waybill.engine.TransferListener;

/**
 * Reports the progress of a transfer to an advisor service every few seconds, so that its console can show it. On a
 * thread of its own: a service that is slow or gone holds nothing up. What is over before the first word is due is
 * never announced.
 */
final class ProgressReporter extends ForwardingListener implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ProgressReporter.class.getName());
    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration LAST_REPORT = Duration.ofSeconds(2);
    private static final int MOST_FAILURES = 3;

    private final String id = UUID.randomUUID().toString();
    private final TransferOrder order;
    private final Consumer<RunningTransfer> service;
    private final RetryClock ticker;
    private final Instant startedAt;
    private final Thread reporter;
    private volatile @Nullable Progress latest;
    private volatile boolean announced;

    private ProgressReporter(
            TransferOrder order, Consumer<RunningTransfer> service, TransferListener next, RetryClock ticker) {
        super(next);
        this.order = order;
        this.service = service;
        this.ticker = ticker;
        this.startedAt = ticker.now();
        this.reporter = Thread.ofVirtual().name("announce").unstarted(this::reportUntilClosed);
    }

    /** Begins to announce what the transfer's listener hears; {@link #close} when it is over. */
    static ProgressReporter start(
            TransferOrder order, Consumer<RunningTransfer> service, TransferListener next, RetryClock ticker) {
        ProgressReporter started = new ProgressReporter(order, service, next, ticker);
        started.reporter.start();
        return started;
    }

    private void reportUntilClosed() {
        int failures = 0;
        long lastBytes = 0;
        long lastNs = ticker.nanoTime();
        Duration pause = FIRST;
        while (failures < MOST_FAILURES) {
            try {
                ticker.sleep(pause);
            } catch (InterruptedException _) {
                return;
            }
            pause = EVERY;
            Progress now = latest;
            if (now != null) {
                long nowNs = ticker.nanoTime();
                double seconds = Math.max(1e-3, (nowNs - lastNs) / 1e9);
                failures = report(message(now, Math.max(0, now.bytesDone() - lastBytes) * 8 / seconds, false))
                        ? 0
                        : failures + 1;
                lastBytes = now.bytesDone();
                lastNs = nowNs;
            }
        }
    }

    private RunningTransfer message(Progress now, double bitsPerSecond, boolean ended) {
        return new RunningTransfer(
                id,
                order.sourceHost(),
                order.destinationHost(),
                order.transport(),
                String.join(",", order.request().via()),
                now.bytesDone(),
                now.totalBytes(),
                now.filesDone(),
                Math.max(-1, now.totalFiles()),
                bitsPerSecond,
                startedAt,
                ended);
    }

    private boolean report(RunningTransfer message) {
        try {
            service.accept(message);
            announced = true;
            return true;
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "cannot report progress to the service: {0}", e.getMessage());
            return false;
        }
    }

    @Override
    public void onProgress(Progress progress) {
        latest = progress;
        super.onProgress(progress);
    }

    /** The transfer is over, well or not. Waits two seconds at most for the service to hear of it. */
    @Override
    public void close() {
        reporter.interrupt();
        Progress last = latest;
        if (!announced || last == null) {
            return;
        }
        Thread lastReport = Thread.ofVirtual().name("announce end").start(() -> report(message(last, 0, true)));
        try {
            boolean _ = lastReport.join(LAST_REPORT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
