package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.api.overlay.PathForecast;
import org.waybill.engine.Location;

/** Which of a service's forecast paths are worth a trial. */
class KnownRelaysTest {
    private static final PathForecast CHAIN = new PathForecast(List.of("a:7411", "b:7411"), 90e6, 5);
    private static final PathForecast NARROW = new PathForecast(List.of("c:7411"), 40e6, 5);
    private static final PathForecast UNMEASURED = new PathForecast(List.of("d:7411"), null, 0);

    /** Of a service that knows no threshold. */
    @Test
    void thoseThatAreWiderThanTheDirectWayAndThoseThatNobodyMeasured() {
        double direct = KnownRelays.direct(List.of(CHAIN, new PathForecast(List.of(), 59e6, 7), NARROW));
        assertThat(direct).isEqualTo(59e6);
        assertThat(KnownRelays.refusal(CHAIN, direct)).isNull();
        assertThat(KnownRelays.refusal(UNMEASURED, direct)).isNull();
        assertThat(KnownRelays.refusal(NARROW, direct)).contains("not via c:7411", "no more than the direct path");
    }

    @Test
    void allOfThemWhereTheDirectWayWasNeverMeasured() {
        double direct = KnownRelays.direct(List.of(CHAIN, new PathForecast(List.of(), null, 0)));
        assertThat(KnownRelays.refusal(CHAIN, direct)).isNull();
        assertThat(KnownRelays.refusal(NARROW, direct)).isNull();
    }

    @Test
    void aNodeIsAnEndHoweverItsAddressIsWritten() {
        Location here = Location.local("/x");
        Location node = new Location("waybill", null, "2001:DB8:0::1", 0, "/x");
        assertThat(KnownRelays.visits(List.of("r:7411", "[2001:db8::1]:7411"), here, node))
                .isTrue();
        assertThat(KnownRelays.visits(List.of("[2001:db8::1]:7411"), node, node))
                .isTrue();
        assertThat(KnownRelays.visits(List.of("[2001:db8::1]:7412"), here, node))
                .isFalse();
        assertThat(KnownRelays.visits(List.of("[2001:db8::2]:7411"), here, node))
                .isFalse();
    }

    /** Rizk 2006, section 4.5. */
    @Test
    void thoseThatPromiseTooLittleOrDidHarmAreLeftOutWithTheReason() {
        PathForecast better = new PathForecast(List.of("a:7411"), 70e6, 5, 19.0, 50.0, null, null);
        assertThat(KnownRelays.refusal(better, 59e6))
                .isEqualTo("waybill: not via a:7411: forecast 70.0 Mbit/s from 5 measurements, +19 % compared with the"
                        + " direct path; relays are used from +50 % on");
        PathForecast best = new PathForecast(List.of("a:7411"), 120e6, 5, 103.0, 50.0, null, null);
        assertThat(KnownRelays.refusal(best, 59e6)).isNull();
        PathForecast burnt = new PathForecast(List.of("a:7411"), 120e6, 5, 103.0, 50.0, 12.0, null);
        assertThat(KnownRelays.refusal(burnt, 59e6))
                .isEqualTo("waybill: not via a:7411: the last transfer over it was 12 % slower than the direct path");
    }
}
