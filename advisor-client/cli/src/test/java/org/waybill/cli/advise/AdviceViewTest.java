package org.waybill.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.api.ForecastBasis;
import org.waybill.cli.command.Terminal;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.Workflow;
import org.waybill.planner.forecast.Evidence;

class AdviceViewTest {
    @Test
    void theFirstLineSaysWhyAdviceTookLongerThanUsual() {
        assertThat(firstLine(2_000, 17))
                .isEqualTo("Transfer options from a to b, fastest first (advice took 17.0 s: transfers of more than 30"
                        + " minutes are tested longer)");
        assertThat(firstLine(2_000, 9)).isEqualTo("Transfer options from a to b, fastest first");
        assertThat(firstLine(100, 12)).isEqualTo("Transfer options from a to b, fastest first");
    }

    private static String firstLine(double seconds, double adviceSeconds) {
        Estimate estimate = new Estimate(
                seconds, 2 * seconds, 1e6, ForecastBasis.MODEL, 0, null, "prior by link", null, Evidence.NONE);
        Workflow option = new Workflow(
                1, "tcp", "x", "tcp", List.of(), 0, "", estimate, List.of(), List.of(), "waybill", true, null, null);
        HostFacts host = HostFacts.unknown("a", List.of());
        Advice advice = new Advice(
                host,
                host,
                Scenario.LOCAL_TO_REMOTE,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(option),
                List.of(),
                adviceSeconds,
                "id");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new AdviceView(new PrintStream(out, true, StandardCharsets.UTF_8), Terminal.Style.PLAIN, 80)
                .print("a", "b", advice, true);
        return out.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
    }
}
