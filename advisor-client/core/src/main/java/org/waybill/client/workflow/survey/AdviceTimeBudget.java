package org.waybill.client.workflow.survey;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How the ten seconds of one piece of advice are shared: probing both hosts and the path first, then small transfers
 * ({@code ProbeBudget} shares these among the options), and at the same time what the service asks of others. The
 * program's start and the service's end take the rest, seen: .9 s; the removal of what the transfers left comes on top,
 * and once the start of an embedded service.
 */
public final class AdviceTimeBudget {
    private static final Duration WHOLE = Duration.ofMillis(8_800);
    private static final Duration LOOKING = Duration.ofMillis(6_000);
    private static final Duration PROBING = Duration.ofMillis(7_800);
    /** What comes late, because something before it was slow, has so long all the same. */
    private static final Duration LEAST_LOOK = Duration.ofSeconds(3);
    /** After the longest look around, this remains: a rate of the best option is worth it. */
    private static final Duration LEAST_PROBING = Duration.ofSeconds(3);

    private static final Duration LEAST_FOR_SIZE = Duration.ofSeconds(6);
    private static final Duration LEAST_QUESTION = Duration.ofSeconds(3);

    private final Instant asked;
    private final InstantSource clock;

    private AdviceTimeBudget(Instant asked, InstantSource clock) {
        this.asked = asked;
        this.clock = clock;
    }

    /** From the moment at which the advice was asked for. */
    public static AdviceTimeBudget since(Instant asked, InstantSource clock) {
        return new AdviceTimeBudget(asked, clock);
    }

    /** What is left for looking at hosts and paths. */
    Duration forLooking() {
        return atLeast(LOOKING, LEAST_LOOK);
    }

    /** What is left for small transfers, their log-ins included. */
    public Duration forProbing() {
        return atLeast(PROBING, LEAST_PROBING);
    }

    /** What is left for the size of the data, without which there is no forecast at all. */
    Duration forTheSize() {
        return atLeast(WHOLE, LEAST_FOR_SIZE);
    }

    /** What is left for a question that the service passes on to others. */
    Duration forQuestions() {
        return atLeast(WHOLE, LEAST_QUESTION);
    }

    /** What is left for what the order of the options alone needs. */
    public Duration forRanking() {
        return atLeast(WHOLE, Duration.ZERO);
    }

    /** Neither more than at the beginning, even if the clock changes meanwhile. */
    private Duration atLeast(Duration since, Duration least) {
        Duration left = Duration.between(clock.instant(), asked.plus(since));
        Duration possible = left.compareTo(since) < 0 ? left : since;
        return possible.compareTo(least) > 0 ? possible : least;
    }
}
