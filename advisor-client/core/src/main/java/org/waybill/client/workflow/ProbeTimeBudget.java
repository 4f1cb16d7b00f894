package org.waybill.client.workflow;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.bandwidth.TransferBudget;

/**
 * What {@link AdviceTimeBudget#forProbing} gives, shared among the ways that small transfers are made by, log-ins
 * included.
 * They run one after the other, or they would measure each other.
 */
final class ProbeTimeBudget {
    /** In less, a log-in over a long path is hardly done. */
    private static final Duration LEAST_SLICE = Duration.ofMillis(1_500);

    private final InstantSource clock;
    private final Duration whole;
    private final Instant end;

    /** @param left from now on, of all ways together */
    ProbeTimeBudget(Duration left, InstantSource clock) {
        this.clock = clock;
        this.whole = left;
        this.end = clock.instant().plus(left);
    }

    /**
     * What the next way may spend; empty when no time is left for another one.
     *
     * @param options that are still to come, this one included: the last one may have more than the others
     */
    Optional<TransferBudget> next(Dataset dataset, int options) {
        TransferBudget job = TransferBudget.forJob(dataset.bytes());
        Duration left = Duration.between(clock.instant(), end);
        if (left.compareTo(whole) > 0) { // the clock was set back
            left = whole;
        }
        if (left.compareTo(LEAST_SLICE) < 0) {
            return Optional.empty();
        }
        Duration least = job.maxTime().dividedBy(OptionEstimator.MOST_TRANSPORTS_PROBED);
        Duration most = job.maxTime().dividedBy(2);
        Duration share = left.dividedBy(Math.max(1, options));
        Duration slice = share.compareTo(least) < 0 ? least : share.compareTo(most) > 0 ? most : share;
        return Optional.of(new TransferBudget(job.maxBytes(), slice.compareTo(left) < 0 ? slice : left));
    }
}
