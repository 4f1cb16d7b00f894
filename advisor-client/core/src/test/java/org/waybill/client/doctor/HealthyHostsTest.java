package org.waybill.client.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is no fault: healthy hosts and paths, a usual kernel, and what is not known. */
class HealthyHostsTest extends DoctorCase {
    @Test
    void healthyHostsHaveNoFindings() {
        assertThat(judged(healthy("a"), healthy("b"), LONG_PATH)).isEmpty();
        assertThat(Doctor.examine(healthy(""))).isEqualTo(new Doctor.Diagnosis(List.of(), List.of()));
    }

    @Test
    void aKernelsUsualBuffersAreNotedForLongFastPathsAndRaiseNoAlarm() {
        RemoteHostUnderTest usual = under(
                "",
                6L << 20,
                4L << 20,
                212_992L,
                212_992L,
                "cubic",
                List.of("cubic"),
                1500,
                8,
                1,
                150e6,
                150e6,
                3e9,
                null);
        Doctor.Diagnosis alone = Doctor.examine(usual);
        assertThat(alone.findings()).isEmpty();
        assertThat(codes(alone.notes()))
                .containsExactlyInAnyOrder(DoctorCode.RECEIVE_WINDOW, DoctorCode.SEND_BUFFER, DoctorCode.SOCKET_LIMIT);
    }

    @Test
    void aPathThatTakesSmallerPacketsAndSaysSoIsNoFault() {
        assertThat(judged(healthy("a"), healthy("b"), new PathMeasurements(100, 1e9, 1280, null, true, null, null)))
                .isEmpty();
    }

    @Test
    void whatIsUnknownIsNotJudged() {
        RemoteHostUnderTest unknown = RemoteHostUnderTest.unknown("a");
        assertThat(judged(unknown, unknown, LONG_PATH)).isEmpty();
    }

    /** Losses that every full link has, jitter, other programs, a disk like any other, a capacity off by a quarter. */
    @Test
    void healthyPairsRaiseNoAlarmHoweverTheyAreDrawn() {
        for (int seed = 0; seed < 2000; seed++) {
            Random draw = new Random(seed);
            double rate = Math.exp(draw.nextDouble(Math.log(2e6), Math.log(1e9)));
            double rtt = Math.exp(draw.nextDouble(Math.log(0.2), Math.log(100)));
            long buffer = (long) Math.max(4 << 20, 3 * rate * rtt / 8000);
            PathMeasurements path = new PathMeasurements(
                    rtt,
                    rate * draw.nextDouble(0.75, 1.2),
                    1500,
                    draw.nextInt(4) == 0 ? 1 / 300.0 : 0,
                    true,
                    draw.nextDouble(0, 3),
                    null);
            TestTransfer up = drawn(draw, rate, rtt);
            DoctorFacts facts = new DoctorFacts(
                    drawn(draw, "", rate, buffer),
                    drawn(draw, "b", rate, buffer),
                    path,
                    up,
                    drawn(draw, rate, rtt),
                    NAME);
            assertThat(Doctor.examine(facts).findings())
                    .as("seed " + seed + " " + facts)
                    .isEmpty();
        }
    }

    private static TestTransfer drawn(Random draw, double rate, double rtt) {
        double reached = rate * draw.nextDouble(0.91, 0.96);
        return new TestTransfer(
                reached,
                rate,
                null,
                draw.nextDouble(0, 0.02),
                rtt * draw.nextDouble(1, 4),
                draw.nextDouble(0, 0.2),
                0,
                0,
                draw.nextDouble(0, 1),
                draw.nextDouble(0, 0.6),
                false);
    }

    private static RemoteHostUnderTest drawn(Random draw, String name, double rate, long buffer) {
        double disk = Math.max(60e6, rate / 8) * draw.nextDouble(1, 5);
        return under(
                name,
                buffer,
                buffer,
                212_992L,
                212_992L,
                draw.nextBoolean() ? "cubic" : "bbr",
                List.of("cubic"),
                1500,
                2,
                draw.nextInt(8),
                disk,
                disk,
                draw.nextDouble(4e8, 5e9),
                null);
    }
}
