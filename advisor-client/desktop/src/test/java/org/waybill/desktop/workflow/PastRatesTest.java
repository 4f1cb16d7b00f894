package org.waybill.desktop.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.api.PairHistory;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.desktop.AxisTicks;

class PastRatesTest {
    private static TransferOutcome moved(String start, double bitsPerSecond, String status) {
        return new TransferOutcome(
                start,
                "a",
                "b",
                "tcp",
                "",
                4,
                StorageClass.DISK,
                1_000_000_000L,
                1,
                Instant.parse(start),
                8e9 / bitsPerSecond,
                0,
                0,
                status,
                null,
                null,
                null,
                "");
    }

    private static PairHistory history(TransferOutcome... transfers) {
        return new PairHistory("a", "b", List.of(transfers), List.of(), transfers.length, null, null, null, null);
    }

    private static PairHistory nights() {
        return history(
                moved("2026-03-01T22:30:00Z", 4e9, "OK"),
                moved("2026-03-02T23:10:00Z", 4e9, "OK"),
                moved("2026-03-03T00:10:00Z", 4e9, "OK"),
                moved("2026-03-03T23:00:00Z", 1, "CONNECTION_LOST"),
                moved("2026-03-04T09:00:00Z", 1e9, "OK"),
                moved("2026-03-05T10:00:00Z", 1e9, "OK"),
                moved("2026-03-06T11:00:00Z", 1e9, "OK"),
                moved("2026-03-07T12:00:00Z", 1e9, "OK"));
    }

    @Test
    void nightsAreComparedWithAllDaysAcrossMidnight() {
        assertThat(PastRates.around(LocalTime.of(23, 30), ZoneOffset.UTC, nights(), "tcp"))
                .hasValue(4.0);
        assertThat(PastRates.around(LocalTime.of(10, 30), ZoneOffset.UTC, nights(), "tcp"))
                .hasValue(1.0);
    }

    @Test
    void fewerThanThreeSayNothing() {
        assertThat(PastRates.around(LocalTime.of(17, 0), ZoneOffset.UTC, nights(), "tcp"))
                .isEmpty();
        assertThat(PastRates.around(LocalTime.of(23, 30), ZoneOffset.UTC, nights(), "sftp"))
                .isEmpty();
    }

    @Test
    void overARelayTheSlowerLegRules() {
        List<TransferOutcome> slow = new ArrayList<>();
        for (double rate : new double[] {1e9, 2e9, 3e9}) {
            slow.add(moved("2026-03-01T22:30:00Z", rate, "OK"));
        }
        TimeBand band = PastRates.over(nights(), history(slow.toArray(TransferOutcome[]::new)), 10_000_000_000L);
        assertThat(band.secondsP50()).isEqualTo(80.0); // 80 Gbit at the 1 Gbit/s of the first leg's median
        assertThat(band.secondsP90()).isGreaterThanOrEqualTo(band.secondsP50());
        assertThat(PastRates.over(nights(), history(slow.getFirst()), 1).isKnown())
                .isFalse();
    }

    @Test
    void ticksAreRound() {
        assertThat(AxisTicks.step(9.4e9, 5)).isEqualTo(2e9);
        assertThat(AxisTicks.step(42e9, 5)).isEqualTo(1e10);
        assertThat(AxisTicks.timeStep(780, 8)).isEqualTo(120);
        assertThat(AxisTicks.timeStep(5_730, 6)).isEqualTo(1_800);
    }
}
