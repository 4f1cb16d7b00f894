package org.waybill.client.probe.bandwidth;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.ProbeContext;
import org.waybill.engine.TransferException;

/**
 * Transfers of growing size, each twice the one before, until the next would not fit into the budget; then some of
 * them again, until the rate is known well enough or the budget is spent.
 */
public final class GrowingTransfers {
    private static final long FIRST_BYTES = 64 << 10;
    private static final int GROWTH = 2;
    /** The next size may take this part of what is left, so that repetitions remain possible. */
    private static final double SHARE = 0.4;
    /** And this part as long as larger sizes still go at another rate: repeating those of slow start tells nothing. */
    private static final double UNSETTLED_SHARE = 0.75;
    private static final double GOOD_ERROR_PERCENT = 5;
    private static final int LEAST_POINTS = 6;
    private static final int MOST_TRANSFERS = 200;
    private static final long GRACE_MILLIS = 3000;

    /**
     * What was seen.
     *
     * @param fit empty when there was too little to draw a line
     * @param bytes payload moved in all
     * @param problem why it ended early, null if it did not
     */
    public record Outcome(String method, List<TransferPoint> points, Optional<RateFit> fit, long bytes,
            @Nullable String problem) {}

    private final TimedTransfer transfer;
    private final TransferBudget budget;
    private final ProbeContext context;
    private final long seed;
    private final List<TransferPoint> points = new ArrayList<>();
    private final long startNs;
    private long bytesUsed;
    private @Nullable String problem;

    private GrowingTransfers(TimedTransfer transfer, TransferBudget budget, ProbeContext context, long seed) {
        this.transfer = transfer;
        this.budget = budget;
        this.context = context;
        this.seed = seed;
        this.startNs = context.nowNs();
    }

    /** Makes the transfers and closes {@code transfer}; what was learned before a failure counts. */
    public static Outcome run(TimedTransfer transfer, TransferBudget budget, ProbeContext context, long seed)
            throws InterruptedException {
        GrowingTransfers growing = new GrowingTransfers(transfer, budget, context, seed);
        // a thread of its own, so that a transfer that hangs can be interrupted when the time is over
        Thread worker = Thread.ofVirtual().name("growing-transfers").start(growing::transferAll);
        try {
            if (!worker.join(budget.maxTime())) {
                worker.interrupt();
                boolean _ = worker.join(Duration.ofMillis(GRACE_MILLIS));
            }
        } finally {
            worker.interrupt();
        }
        return growing.outcome();
    }

    private synchronized Outcome outcome() {
        return new Outcome(transfer.name(), List.copyOf(points), RateFit.of(points, seed), bytesUsed, problem);
    }

    private void transferAll() {
        try (transfer) {
            List<Long> sizes = new ArrayList<>();
            for (long bytes = FIRST_BYTES; fits(bytes, isSettled() ? SHARE : UNSETTLED_SHARE); bytes *= GROWTH) {
                sizes.add(bytes);
                once(bytes);
            }
            for (int i = 0; !sizes.isEmpty() && !isGood() && i < MOST_TRANSFERS; i++) {
                long bytes = sizes.get(Math.max(0, sizes.size() - 1 - i % Math.min(4, sizes.size())));
                if (!fits(bytes, 1) && !fits(sizes.getFirst(), 1)) {
                    return;
                }
                if (fits(bytes, 1)) {
                    once(bytes);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException | TransferException e) {
            synchronized (this) {
                problem = transfer.name() + ": " + e.getMessage();
            }
        }
    }

    private void once(long bytes) throws IOException, TransferException, InterruptedException {
        context.note(transfer.name() + ": " + (bytes >> 10) + " KiB");
        synchronized (this) {
            bytesUsed += bytes * transfer.crossings();
        }
        double seconds = transfer.seconds(bytes);
        synchronized (this) {
            points.add(new TransferPoint(bytes, seconds));
        }
    }

    private synchronized boolean fits(long bytes, double share) {
        double leftSeconds = budget.maxTime().toNanos() / 1e9 - (context.nowNs() - startNs) / 1e9;
        double expected = points.isEmpty() ? 0
                : points.getLast().seconds() * Math.max(1, (double) bytes / points.getLast().bytes());
        return bytes <= transfer.largestBytes()
                && bytes * transfer.crossings() <= share * (budget.maxBytes() - bytesUsed)
                && expected <= share * leftSeconds;
    }

    private synchronized boolean isSettled() {
        return RateFit.of(points, seed).filter(RateFit::settled).isPresent();
    }

    private synchronized boolean isGood() {
        return points.size() >= LEAST_POINTS && RateFit.of(points, seed)
                .filter(fit -> fit.settled() && fit.errorPercent() <= GOOD_ERROR_PERCENT).isPresent();
    }
}
