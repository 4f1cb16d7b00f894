package org.waybill.service.overlay;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.api.overlay.RelayHealth;
import org.waybill.api.overlay.RelayState;
import org.waybill.db.overlay.RelayReportRow;

/** A relay of the catalogue with what it said last. */
record KnownRelay(
        long id,
        String name,
        RouteText.Address address,
        String fingerprint,
        @Nullable Instant entered,
        RelayReportRow.@Nullable Facts said) {
    /** A node that said nothing for so long is not counted on: six reports. */
    static final Duration SILENCE = Duration.ofSeconds(60);

    private static final Duration PROMPT = Duration.ofSeconds(25);

    boolean isAlive(Instant now) {
        return isWithin(SILENCE, now);
    }

    /** It will fetch an order soon: it did not miss its last two reports, and no data pass through it. */
    boolean isReady(Instant now) {
        return isWithin(PROMPT, now) && !isBusy();
    }

    /** A report from the future, as after the clock was set back, says nothing of the present either. */
    private boolean isWithin(Duration time, Instant now) {
        return said != null && Duration.between(said.receivedAt(), now).abs().compareTo(time) < 0;
    }

    boolean isBusy() {
        return said != null && said.paths() > 0;
    }

    /** What it can pass on, bit/s; infinite if unknown. */
    double traversal() {
        if (said == null) {
            return Double.POSITIVE_INFINITY;
        }
        Double seen = said.traversalBitsPerSecond();
        Double allowed = said.capacityBitsPerSecond();
        return Math.min(
                seen == null ? Double.POSITIVE_INFINITY : seen, allowed == null ? Double.POSITIVE_INFINITY : allowed);
    }

    RelayState state(Instant now) {
        RelayHealth health = said == null
                ? null
                : new RelayHealth(
                        said.paths(),
                        said.mostPaths(),
                        said.streams(),
                        said.mostStreams(),
                        said.forwardedBytes(),
                        said.traversalBitsPerSecond(),
                        said.capacityBitsPerSecond());
        return new RelayState(
                name,
                address.toString(),
                fingerprint,
                isAlive(now),
                isBusy(),
                said == null ? entered : said.receivedAt(),
                health);
    }
}
