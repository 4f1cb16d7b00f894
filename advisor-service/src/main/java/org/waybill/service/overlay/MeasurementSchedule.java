package org.waybill.service.overlay;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whose turn it is to be measured. Links share access links, and links inside of the network that are invisible, so no
 * two are ever measured at once; a node that carries a path is left in peace. Pure.
 */
final class MeasurementSchedule {
    /** A link is measured again after so long at the earliest. */
    static final Duration EVERY = Duration.ofMinutes(10);
    /** Within that a measurement is over, and no other begins. */
    static final Duration LEASE = Duration.ofSeconds(40);

    private MeasurementSchedule() {}

    /** A link, by the numbers of its nodes. */
    record Link(long source, long destination) {}

    /**
     * The link that waits longest, if any is due.
     *
     * @param idle nodes that are alive and carry nothing
     * @param ordered when each link was ordered last; missing if never
     */
    static Optional<Link> next(List<Long> idle, Map<Link, Instant> ordered, Instant now) {
        return idle.stream()
                .flatMap(source ->
                        idle.stream().filter(other -> !other.equals(source)).map(other -> new Link(source, other)))
                .filter(link -> isDue(ordered.getOrDefault(link, Instant.EPOCH), now))
                .min(Comparator.comparing((Link link) -> ordered.getOrDefault(link, Instant.EPOCH))
                        .thenComparing(Link::source)
                        .thenComparing(Link::destination));
    }

    /** One that was ordered far in the future, as after the clock was set back, is due as well. */
    private static boolean isDue(Instant ordered, Instant now) {
        return !ordered.plus(EVERY).isAfter(now) || ordered.isAfter(now.plus(EVERY));
    }
}
