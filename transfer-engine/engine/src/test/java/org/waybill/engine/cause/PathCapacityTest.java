package org.waybill.engine.cause;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.cause.RateCause.Source;

/** Ten seconds of a copy with its kernel's account, judged by what was measured of its path. */
class PathCapacityTest {
    private static final RoundTrips QUEUED = new RoundTrips(62_000, 40_000, 1448, 1);
    private static final RoundTrips EMPTY = new RoundTrips(41_000, 40_000, 1448, 1);

    private static Cause seen(double bitsPerSecond, double lossRatio, double receiverShare, RoundTrips trips) {
        long bytes = (long) (bitsPerSecond / 8 * 10);
        return RateCause.ofSource(new Source(
                10,
                bytes,
                1,
                0,
                0,
                0.1,
                9_500_000,
                (long) (receiverShare * 9_500_000),
                0,
                bytes,
                Math.round(lossRatio * bytes),
                trips));
    }

    private static Cause of(Cause seen, double goodput, double capacity, @Nullable Double available) {
        return new PathCapacity(capacity, available).judge(seen, goodput);
    }

    @Test
    void aRateNearTheCapacityIsThePathWhateverItsConnectionsShow() {
        // CUBIC at a loss of 1e-3 and 41 ms reaches some 11 Mbit/s, within a factor of 3: the kernel alone says loss
        Cause loss = seen(30e6, 1e-3, 0, EMPTY);
        assertThat(loss.code()).isEqualTo("LOSS");
        assertThat(of(loss, 30e6, 31.5e6, null))
                .isEqualTo(new Cause("PATH", "reached 95 % of the path's measured capacity of 31.5 Mbit/s"));
        assertThat(of(loss, 30e6, 60e6, null)).as("half of the capacity").isEqualTo(loss);
        Cause receiver = seen(95e6, 0, 0.8, EMPTY);
        assertThat(receiver.code()).isEqualTo("REMOTE");
        assertThat(of(receiver, 95e6, 100e6, null).code()).isEqualTo("PATH");
        assertThat(of(receiver, 95e6, 200e6, null)).isEqualTo(receiver);
        assertThat(of(Cause.UNKNOWN, 92e6, 100e6, null).code()).isEqualTo("PATH");
        assertThat(of(Cause.UNKNOWN, 50e6, 100e6, null)).isEqualTo(Cause.UNKNOWN);
    }

    @Test
    void othersAreNamedOnlyWhereTheyWereSeen() {
        Cause queued = seen(31e6, 0, 0, QUEUED);
        Cause window = seen(31e6, 0, 0, EMPTY);
        assertThat(queued.code()).isEqualTo(window.code()).isEqualTo("PATH");
        assertThat(of(queued, 31e6, 100e6, null).code())
                .as("a queue that is not ours")
                .isEqualTo("CROSS_TRAFFIC");
        assertThat(of(window, 31e6, 100e6, 33e6))
                .isEqualTo(new Cause("CROSS_TRAFFIC", "other traffic left 33.0 of the path's 100 Mbit/s"));
        assertThat(of(window, 31e6, 100e6, null).code())
                .as("nothing explains it")
                .isEqualTo("UNKNOWN");
        assertThat(of(window, 8e6, 100e6, 33e6).code())
                .as("nor does what others left")
                .isEqualTo("UNKNOWN");
        assertThat(of(queued, 70e6, 100e6, null)).as("neither near nor far").isEqualTo(queued);
    }

    @Test
    void aPathThatCarriedMoreThanWasMeasuredWasNotMeasured() {
        Cause loss = seen(30e6, 1e-3, 0, EMPTY);
        assertThat(of(loss, 30e6, 10e6, null)).isEqualTo(loss);
    }

    @ParameterizedTest
    @CsvSource({"DISK", "CPU", "LIMIT", "SMALL_FILES"})
    void whatTheEndsDidStaysWhateverThePath(String code) {
        Cause end = new Cause(code, "waited 80 % of the time for it");
        assertThat(of(end, 95e6, 100e6, null)).isEqualTo(end);
        assertThat(of(end, 5e6, 100e6, 50e6)).isEqualTo(end);
    }
}
