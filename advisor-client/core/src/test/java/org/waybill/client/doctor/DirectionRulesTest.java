package org.waybill.client.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.client.probe.PathFacts;

/** What one direction is held by, and what each fix gains. */
class DirectionRulesTest extends DoctorCase {
    @Test
    void aSmallReceiveBufferIsFoundWithItsFixAndGain() {
        RemoteHostUnderTest small =
                under("b", 6L << 20, BIG, BIG, BIG, "cubic", List.of("cubic"), 1500, 8, 1, 3e9, 2e9, 3e9, null);
        List<Finding> findings = judged(healthy("a"), small, LONG_PATH);
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(DoctorCode.RECEIVE_WINDOW);
            assertThat(finding.host()).isEqualTo("b");
            assertThat(finding.fix()).isEqualTo("sudo sysctl -w net.ipv4.tcp_rmem='4096 131072 33554432'");
            // 3 MiB of window in 100 ms
            assertThat(finding.limitBitsPerSecond()).isCloseTo(251.7e6, within(0.1e6));
            assertThat(finding.gain()).isCloseTo(3.97, within(0.01));
            assertThat(finding.text()).contains("6.00 MiB", "1.00 Gbit/s over 100 ms", "252 Mbit/s");
        });
        assertThat(judged(small, healthy("b"), LONG_PATH))
                .as("it does not send")
                .isEmpty();
    }

    @Test
    void lossDecidesWhetherCubicIsEnough() {
        PathMeasurements clean = new PathMeasurements(100, 1e9, 1500, 1e-9, true, null, null);
        PathMeasurements lossy = new PathMeasurements(100, 1e9, 1500, 1e-4, true, null, null);
        assertThat(judged(healthy("a"), healthy("b"), clean)).isEmpty();
        Finding finding = judged(healthy("a"), healthy("b"), lossy).getFirst();
        assertThat(finding.code()).isEqualTo(DoctorCode.CONGESTION_CONTROL);
        assertThat(finding.fix()).isEqualTo("sudo sysctl -w net.ipv4.tcp_congestion_control=bbr");
        // RFC 9438, table 2: at 1e-4 and 100 ms CUBIC holds 187 packets of 12000 bits (22.5 Mbit/s)
        assertThat(finding.limitBitsPerSecond()).isBetween(19e6, 23e6);
    }

    @Test
    void largerPacketsAreRecommendedOnlyWhereTheyGain() {
        RemoteHostUnderTest small = healthy("", 1400);
        assertThat(judged(small, healthy("dtn"), LONG_PATH)).isEmpty();
        Finding jumbo = judged(small, healthy("dtn", 9000), LONG_PATH).getFirst();
        assertThat(jumbo.code()).isEqualTo(DoctorCode.PATH_MTU);
        assertThat(jumbo.text()).contains("only if every switch on the path supports packets of 9000 bytes");
        assertThat(jumbo.fix()).contains("getent ahosts dtn").doesNotContain("default");
    }

    @Test
    void whatIsWaitedForBeforeEachConnectionIsGainedInSecondsAndBusyProcessorsGiveTheirShare() {
        TestTransfer full = steady(95e6);
        NameMeasurements name = new NameMeasurements(
                "b",
                4.1,
                List.of(
                        new NameMeasurements.Address("fd00::2", true, null, 4.0),
                        NAME.addresses().getFirst()));
        assertThat(Doctor.examine(new DoctorFacts(healthy(""), healthy("b"), PATH, full, full, name))
                        .findings())
                .extracting(Finding::code, Finding::savedSeconds)
                .containsExactly(tuple(DoctorCode.SLOW_DNS, 4.1), tuple(DoctorCode.DEAD_IPV6, 4.0));
        RemoteHostUnderTest busy =
                under("b", BIG, BIG, BIG, BIG, "cubic", List.of("cubic"), 1500, 2, 6, 3e9, 2e9, 3e9, null);
        assertThat(loads(busy, steady(10e6))).containsExactly(3.0);
        assertThat(loads(busy, steady(50e6))).as("the path gives no more").containsExactly(2.0);
        assertThat(loads(busy, flight(19e6, 22e6, 0.02, 41)))
                .as("a policer gives no more, however idle the host")
                .containsOnlyNulls();
        Finding unknown = judged(healthy("a"), busy, PATH).getFirst();
        assertThat(unknown.gain()).isNull();
        assertThat(unknown.whyNoGain()).contains("no test transfer");
    }

    private static List<Double> loads(RemoteHostUnderTest busy, TestTransfer flight) {
        return new DirectionRules(healthy("a"), busy, PATH, flight)
                .findings().stream()
                        .filter(finding -> finding.code() == DoctorCode.CPU_LOAD)
                        .map(Finding::gain)
                        .toList();
    }

    @Test
    void whatEchoesShowOfTheIdlePathIsHandedToTheRules() {
        PathFacts survey =
                new PathFacts(PathFacts.Kind.INTERNET, List.of(), 40.0, 100e6, "ping", Instant.EPOCH, 60, 3.0);
        PathMeasurements path = PathMeasurements.of(survey, new IdlePathProbe(0.03, 39.5, 2.5, 1472, 1492));
        assertThat(path).isEqualTo(new PathMeasurements(39.5, 100e6, 1472, 0.03, true, 2.5, 1492));
        assertThat(PathMeasurements.of(survey, null))
                .isEqualTo(new PathMeasurements(40, 100e6, null, null, true, null, null));
        assertThat(PathMeasurements.of(PathFacts.unknown(PathFacts.Kind.INTERNET), null))
                .isEqualTo(PathMeasurements.reference());
        PathMeasurements lossy = PathMeasurements.of(survey, new IdlePathProbe(0.03, 39.5, 0, 1500, null));
        assertThat(codes(judged(healthy("a"), healthy("b"), lossy))).containsExactly(DoctorCode.PATH_LOSS);
    }
}
