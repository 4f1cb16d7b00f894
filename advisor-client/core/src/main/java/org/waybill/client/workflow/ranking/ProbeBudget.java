package org.waybill.client.workflow.ranking;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.workflow.survey.ProbedPath;

/**
 * What {@link AdviceTimeBudget#forProbing} gives, and the bytes that advice may put on the wire, shared among the
 * options that small transfers are made by, log-ins included. They run one after the other, or they would measure each
 * other. The first one has most of the bytes: what it shows of the path holds for all.
 */
public final class ProbeBudget {
    /** In less, after the round trips of a log-in, hardly a transfer is made. */
    private static final Duration LEAST_SLICE = Duration.ofMillis(1_500);
    /** What discovery's greetings and the log-ins send and receive. */
    private static final long GREETINGS_BYTES = 256 << 10;
    /** Of a full segment and its part of the acknowledgements, with SSH's or TLS's own. */
    private static final double PAYLOAD_SHARE = .92;

    private static final double FIRST_SHARE = .6;
    private static final long LEAST_BYTES = 256 << 10;

    /** What a transfer must take at least for the time to be {@link #extend extended}. */
    public static final double LONG_SECONDS = 1_800;

    private static final Duration EXTENSION = Duration.ofSeconds(10);

    private final InstantSource clock;
    private final long trainBytes;
    private Duration whole;
    private Instant end;
    private boolean extended;
    private long spentBytes;

    /** @param left from now on, of all options together */
    public ProbeBudget(Duration left, InstantSource clock) {
        this(left, 0, clock);
    }

    /**
     * @param left from now on, of all options together
     * @param trainBytes that packet trains have already used
     */
    public ProbeBudget(Duration left, long trainBytes, InstantSource clock) {
        this.clock = clock;
        this.trainBytes = trainBytes;
        this.whole = left;
        this.end = clock.instant().plus(left);
    }

    /** Gives ten seconds more, once: the transfer takes so long that a better forecast is worth them. */
    void extend() {
        if (!extended) {
            extended = true;
            whole = whole.plus(EXTENSION);
            end = end.plus(EXTENSION);
        }
    }

    /**
     * What the next option may spend; empty when no time or no bytes are left for another one.
     *
     * @param logIn what the round trips of its log-in take
     * @param options that are still to come, this one included: the last one may have more than the others
     */
    Optional<TransferBudget> next(Dataset dataset, int options, Duration logIn) {
        TransferBudget job = TransferBudget.forJob(dataset.bytes());
        Duration left = Duration.between(clock.instant(), end);
        if (left.compareTo(whole) > 0) { // the clock was set back
            left = whole;
        }
        double payload =
                PAYLOAD_SHARE * (job.maxBytes() - ProbedPath.MOST_BYTES - GREETINGS_BYTES - trainBytes) - spentBytes;
        long bytes = (long) (options > 1 ? FIRST_SHARE * payload : payload);
        if (left.compareTo(LEAST_SLICE.plus(logIn)) < 0 || bytes < LEAST_BYTES) {
            return Optional.empty();
        }
        spentBytes += bytes;
        Duration least = job.maxTime().dividedBy(OptionEstimator.MOST_TRANSPORTS_PROBED);
        Duration most = extended ? job.maxTime() : job.maxTime().dividedBy(2);
        Duration share = left.dividedBy(Math.max(1, options));
        Duration slice = share.compareTo(least) < 0 ? least : share.compareTo(most) > 0 ? most : share;
        return Optional.of(new TransferBudget(bytes, slice.compareTo(left) < 0 ? slice : left));
    }
}
