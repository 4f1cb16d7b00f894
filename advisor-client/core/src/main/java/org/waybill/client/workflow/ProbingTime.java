package org.waybill.client.workflow;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.bandwidth.TransferBudget;

/**
 * The time that one piece of advice may spend on small transfers, of all its ways together: what looking around has
 * left of the user's patience. They run one after the other, or they would measure each other.
 */
final class ProbingTime {
    /** From the question to the answer; the start of the program comes on top. */
    private static final Duration PATIENCE = Duration.ofMillis(8_500);
    /** After the longest look around, this remains: a rate of the best way is worth it. */
    private static final Duration AT_LEAST = Duration.ofSeconds(3);
    /** In less, a log-in over a long path is hardly done. */
    private static final Duration LEAST_SLICE = Duration.ofMillis(1_500);

    private final InstantSource clock;
    private final Instant end;

    private ProbingTime(InstantSource clock, Instant end) {
        this.clock = clock;
        this.end = end;
    }

    /**
     * What is left now.
     *
     * @param asked when the advice was asked for
     */
    static ProbingTime leftSince(Instant asked, InstantSource clock) {
        Instant patient = asked.plus(PATIENCE);
        Instant least = clock.instant().plus(AT_LEAST);
        return new ProbingTime(clock, patient.isAfter(least) ? patient : least);
    }

    /** What the next way may spend; empty when no time is left for another one. */
    Optional<TransferBudget> next(Dataset dataset) {
        TransferBudget whole = TransferBudget.forJob(dataset.bytes());
        Duration slice = whole.maxTime().dividedBy(Judge.MOST_TRANSPORTS_PROBED);
        Duration left = Duration.between(clock.instant(), end);
        if (left.compareTo(LEAST_SLICE) < 0) {
            return Optional.empty();
        }
        return Optional.of(new TransferBudget(whole.maxBytes(), left.compareTo(slice) < 0 ? left : slice));
    }
}
