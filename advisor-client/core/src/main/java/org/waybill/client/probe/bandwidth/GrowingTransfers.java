package org.waybill.client.probe.bandwidth;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.probe.ProbeContext;
import org.waybill.engine.TransferException;

/**
 * Transfers of growing size, each twice the one before, or four times while they still speed up (what slow start does
 * is not worth the time), until the next would not fit into the budget; then some of them again, until the rate is
 * known well enough or the budget is spent, but first, where it has not settled or packets were lost, one for the rest
 * of the time. One that the end of the time cuts short counts by what it had sent.
 */
public final class GrowingTransfers {
    private static final long FIRST_BYTES = 64 << 10;
    private static final int GROWTH = 2;
    /** Of sizes that still speed up. */
    private static final int STRIDE = 4;
    /** The next size may take this part of what is left, so that repetitions remain possible. */
    private static final double SHARE = 0.4;
    /** And this part as long as larger sizes still have another rate: repeating those of slow start shows nothing. */
    private static final double UNSETTLED_SHARE = 0.75;

    private static final double GOOD_ERROR_PERCENT = 5;
    private static final int LEAST_POINTS = 6;
    /** Before a long one, which may come to nothing: enough for a line. */
    private static final int LEAST_SIZES = 4;

    private static final double LEAST_SECONDS = 0.1;
    private static final int MOST_TRANSFERS = 200;
    /** Where a transfer can be ended without breaking it off, what is on its way may arrive for so long. */
    private static final long DRAIN_MILLIS = 400;
    /** Then what was left at the remote host is removed, for which some protocols have to log in again. */
    private static final long CLEAN_UP_MILLIS = 15_000;

    /**
     * What was seen.
     *
     * @param fit empty when there was too little to draw a line
     * @param bytes sent in total, sent again and read ahead included; of a transfer that did not end what was seen of
     *     it
     * @param problem why it ended early, null if it did not
     * @param cause of the problem, null where there is none or the protocol gave no reason
     */
    public record Outcome(
            String method,
            List<TransferPoint> points,
            Optional<RateFit> fit,
            long bytes,
            @Nullable String problem,
            @Nullable TransferException cause) {}

    private final TimedTransfer transfer;
    private final TransferBudget budget;
    private final ProbeContext context;
    private final long seed;
    private final List<TransferPoint> points = new ArrayList<>();
    private final long startNs;
    private long bytesUsed;
    /** The most that one of them put on the wire besides its bytes: what it read ahead or sent again. */
    private long besides;

    private @Nullable String problem;
    private @Nullable TransferException cause;
    private boolean brokenOff;
    private final CurrentTransfer current;

    private GrowingTransfers(TimedTransfer transfer, TransferBudget budget, ProbeContext context, long seed) {
        this.transfer = transfer;
        this.budget = budget;
        this.context = context;
        this.seed = seed;
        this.startNs = context.nowNs();
        this.current = new CurrentTransfer(context);
    }

    /** Makes the transfers and closes {@code transfer}; what was learned before a failure counts. */
    public static Outcome run(TimedTransfer transfer, TransferBudget budget, ProbeContext context, long seed)
            throws InterruptedException {
        GrowingTransfers growing = new GrowingTransfers(transfer, budget, context, seed);
        // a thread of its own, so that a transfer that hangs can be interrupted when the time is over
        Thread worker = Thread.ofVirtual().name("growing-transfers").start(growing::transferAll);
        try {
            if (!worker.join(budget.maxTime())) {
                growing.current.end();
                if (!worker.join(Duration.ofMillis(DRAIN_MILLIS))) {
                    growing.breakOff();
                    worker.interrupt();
                    boolean _ = worker.join(Duration.ofMillis(CLEAN_UP_MILLIS));
                }
            }
        } catch (InterruptedException e) {
            worker.interrupt();
            throw e;
        }
        return growing.outcome();
    }

    private synchronized Outcome outcome() {
        if (problem == null && points.isEmpty() && current.isOver()) {
            problem = transfer.name() + ": less than " + (FIRST_BYTES >> 10) + " KiB arrived within "
                    + HumanUnits.time(budget.maxTime().toMillis() / 1e3) + ": 'waybill doctor' finds the cause";
        }
        return new Outcome(transfer.name(), List.copyOf(points), RateFit.of(points, seed), bytesUsed, problem, cause);
    }

    /** What was sent until now counts; what comes after it is of no interest. */
    private synchronized void breakOff() {
        if (!brokenOff) {
            brokenOff = true;
            addCut(current.secondsSoFar());
        }
    }

    private void addCut(double seconds) {
        TransferPoint cut = current.cut(seconds);
        bytesUsed += current.carried(cut.bytes() * transfer.crossings());
        if (cut.bytes() > FIRST_BYTES) {
            points.add(cut);
        }
    }

    private void transferAll() {
        try (transfer) {
            List<Long> sizes = new ArrayList<>();
            for (long bytes = next(0); bytes > 0 && !isTimeForALongOne(sizes); bytes = next(bytes)) {
                sizes.add(bytes);
                once(bytes);
            }
            long rest = sizes.isEmpty() || knowsLongOnes() ? 0 : mostBytesLeft(sizes);
            if (rest > 0) {
                once(rest);
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
            breakOff();
            Thread.currentThread().interrupt();
        } catch (IOException | TransferException e) {
            if (current.isOver()) {
                breakOff(); // not every protocol lets a transfer end early
            } else {
                fail(e);
            }
        }
    }

    private synchronized void fail(Exception e) {
        bytesUsed += current.carried(current.cut(current.secondsSoFar()).bytes() * transfer.crossings());
        problem = transfer.name() + ": " + e.getMessage();
        cause = e instanceof TransferException reason ? reason : null;
    }

    /** Once packets were lost, no size shows more than one transfer of all that is left; but not within a host. */
    private synchronized boolean isTimeForALongOne(List<Long> sizes) {
        return isShortOfTime(sizes)
                || current.isLossy()
                        && sizes.size() >= LEAST_SIZES
                        && !points.isEmpty()
                        && points.getLast().seconds() >= LEAST_SECONDS;
    }

    /** Where not even the sizes of a line can be made, one transfer that is watched shows more than two or three. */
    private boolean isShortOfTime(List<Long> sizes) {
        if (points.isEmpty() || sizes.size() >= LEAST_SIZES) {
            return false;
        }
        return points.getLast().seconds() * GROWTH * (LEAST_SIZES - sizes.size()) > leftSeconds();
    }

    /** The size after {@code bytes}; 0 when none fits into what is left. */
    private long next(long bytes) {
        double share = knowsLongOnes() ? SHARE : UNSETTLED_SHARE;
        if (speedsUp() && fits(bytes * STRIDE, share)) {
            return bytes * STRIDE;
        }
        long next = bytes == 0 ? FIRST_BYTES : bytes * GROWTH;
        return fits(next, share) ? next : 0;
    }

    /**
     * A transfer for the rest of the time, for where the rate has not settled: it shows best what becomes of a long
     * one, and may be cut short. 0 where too few bytes are left.
     */
    private synchronized long mostBytesLeft(List<Long> sizes) {
        long largest = sizes.getLast();
        long left = Math.min((budget.maxBytes() - bytesUsed - besides) / transfer.crossings(), transfer.largestBytes());
        boolean all = current.isLossy() || sizes.size() < LEAST_SIZES;
        return left < largest ? 0 : all ? left : Math.min(left, STRIDE * largest);
    }

    private void once(long bytes) throws IOException, TransferException, InterruptedException {
        context.note(transfer.name() + ": " + (bytes >> 10) + " KiB");
        synchronized (this) {
            current.begin();
        }
        double seconds = transfer.seconds(bytes, current);
        synchronized (this) {
            if (!brokenOff && !current.isOver()) {
                points.add(current.whole(bytes, seconds));
                long carried = current.carried(bytes * transfer.crossings());
                bytesUsed += carried;
                besides = Math.max(besides, carried - bytes * transfer.crossings());
            } else if (!brokenOff) {
                addCut(seconds);
            }
            current.begin();
        }
    }

    private synchronized boolean fits(long bytes, double share) {
        if (current.isOver()) {
            return false;
        }
        return bytes <= transfer.largestBytes()
                && bytes * transfer.crossings() + besides <= share * (budget.maxBytes() - bytesUsed)
                && expectedSeconds(bytes) <= share * leftSeconds();
    }

    private double leftSeconds() {
        return budget.maxTime().toNanos() / 1e9 - (context.nowNs() - startNs) / 1e9;
    }

    /** By the last transfer's rate; while they speed up, by that of its last bytes, or the ramp would count again. */
    private double expectedSeconds(long bytes) {
        if (points.isEmpty()) {
            return 0;
        }
        TransferPoint last = points.getLast();
        return speedsUp()
                ? last.seconds()
                        + 8.0
                                * Math.max(0, bytes - last.bytes())
                                / SizeRates.of(points).last(0, 1)
                : last.seconds() * Math.max(1, (double) bytes / last.bytes());
    }

    private synchronized boolean speedsUp() {
        return SizeRates.of(points).speedsUp();
    }

    /** Where packets are lost, large transfers that go like small ones say little of one of minutes. */
    private synchronized boolean knowsLongOnes() {
        return !current.isLossy()
                && RateFit.of(points, seed).filter(RateFit::settled).isPresent();
    }

    private synchronized boolean isGood() {
        return points.size() >= LEAST_POINTS
                && RateFit.of(points, seed)
                        .filter(fit -> fit.settled() && fit.errorPercent() <= GOOD_ERROR_PERCENT)
                        .isPresent();
    }
}
