package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.api.overlay.PathForecast;

/** Which of a service's forecast paths are worth a trial. */
class KnownRelaysTest {
    private static final PathForecast CHAIN = new PathForecast(List.of("a:7411", "b:7411"), 90e6, 5);
    private static final PathForecast NARROW = new PathForecast(List.of("c:7411"), 40e6, 5);
    private static final PathForecast UNMEASURED = new PathForecast(List.of("d:7411"), null, 0);

    @Test
    void thoseThatAreWiderThanTheDirectWayAndThoseThatNobodyMeasured() {
        PathForecast direct = new PathForecast(List.of(), 59e6, 7);
        assertThat(KnownRelays.promising(List.of(CHAIN, direct, NARROW, UNMEASURED)))
                .containsExactly(CHAIN, UNMEASURED);
    }

    @Test
    void allOfThemWhereTheDirectWayWasNeverMeasured() {
        PathForecast direct = new PathForecast(List.of(), null, 0);
        assertThat(KnownRelays.promising(List.of(CHAIN, NARROW, direct, UNMEASURED)))
                .containsExactly(CHAIN, NARROW, UNMEASURED);
    }
}
