package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.api.ForecastBasis;
import org.waybill.client.estimate.Estimate;
import org.waybill.planner.forecast.Evidence;

class RouteChoiceTest {
    /** Eleven seconds of a transfer were not in its forecast. */
    @Test
    void theForecastBesideACopyIsOfTheWholeCommandToo() {
        Estimate transfer = new Estimate(20.0, 30.0, 1e6, ForecastBasis.PROBE, 4, null, "line", null, Evidence.TEST);
        assertThat(RouteChoice.forecast(transfer, 9))
                .isEqualTo("forecast 20.0-30.0 s; the whole command 29.0-39.0 s, including the advice of 9.00 s");
        assertThat(RouteChoice.forecast(Estimate.UNKNOWN, 9)).isEqualTo("forecast unknown");
    }
}
