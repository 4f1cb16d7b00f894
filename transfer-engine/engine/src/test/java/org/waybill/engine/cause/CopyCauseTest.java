package org.waybill.engine.cause;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.cause.CopyCause.Network;
import org.waybill.engine.cause.CopyCause.Place;
import org.waybill.engine.cause.CopyCause.Shares;

class CopyCauseTest {
    private static final long BYTES = 100 << 20;
    private static final Shares READING = new Shares(0.9, 0.05, 0, 0.05, 0);
    private static final Shares WRITING = new Shares(0.05, 0.05, 0, 0.9, 0);

    private static Cause cause(Place source, Place target, Shares shares, Network network) {
        return CopyCause.of(new CopyCause.Copy(10, BYTES, 1, 0, source, target, 0.1, shares, network, 0));
    }

    private static Network sent(long resent, double busy, double receiver, double buffer) {
        return new Network(BYTES, resent, busy, receiver, buffer, 10_000, 100, 0, 0, RoundTrips.UNKNOWN);
    }

    private static Network received(long segments, long disordered, double fill) {
        return new Network(10_000, 0, 0, 0, 0, BYTES, segments, disordered, fill, RoundTrips.UNKNOWN);
    }

    @Test
    void aDiskAtEitherEndIsWaitedForHere() {
        assertThat(cause(Place.DISK, Place.FAR, READING, Network.NONE).code()).isEqualTo("DISK");
        assertThat(cause(Place.FAR, Place.DISK, WRITING, received(70_000, 0, 0)).code())
                .isEqualTo("DISK");
    }

    @Test
    void sendingIsBoundByWhatTheKernelSays() {
        assertThat(cause(Place.DISK, Place.FAR, WRITING, sent(1_000_000, 0.9, 0, 0))
                        .code())
                .isEqualTo("LOSS");
        assertThat(cause(Place.DISK, Place.FAR, WRITING, sent(0, 0.9, 0, 0.8)).code())
                .isEqualTo("WINDOW");
        assertThat(cause(Place.DISK, Place.FAR, WRITING, sent(0, 0.9, 0.8, 0)).code())
                .isEqualTo("REMOTE");
        assertThat(cause(Place.DISK, Place.FAR, WRITING, sent(0, 0.9, 0, 0)).code())
                .isEqualTo("PATH");
    }

    private static String sentOver(RoundTrips trips, long bytes, double lossRatio) {
        Network network = new Network(bytes, (long) (lossRatio * bytes), 0.9, 0, 0, 10_000, 100, 0, 0, trips);
        return CopyCause.of(new CopyCause.Copy(10, bytes, 1, 0, Place.DISK, Place.FAR, 0.1, WRITING, network, 0))
                .code();
    }

    @Test
    void aFullLinkLosesPacketsAndIsStillThePath() {
        // 96 Mbit/s for ten seconds; the queue has doubled the round trip
        assertThat(sentOver(new RoundTrips(80_000, 40_000, 1448, 1), 120_000_000, 2e-3))
                .isEqualTo("PATH");
    }

    @Test
    void whatLossAllowsManyTimesOverIsHeldBackBySomethingElse() {
        // at a millisecond and 1e-3 TCP reaches 450 Mbit/s; 8 were seen
        assertThat(sentOver(new RoundTrips(1_000, 1_000, 1448, 1), 10_000_000, 1e-3))
                .isNotEqualTo("LOSS");
    }

    @Test
    void lossThatHalvesALongPathIsNamedThoughItIsSmall() {
        // CUBIC at 100 ms and 1e-4: some 190 packets in flight, 22 Mbit/s
        assertThat(sentOver(new RoundTrips(100_000, 99_000, 1448, 1), 27_500_000, 1e-4))
                .isEqualTo("LOSS");
        assertThat(sentOver(new RoundTrips(100_000, 99_000, 1448, 4), 110_000_000, 1e-4))
                .isEqualTo("LOSS");
    }

    @Test
    void dataThatComeOutOfOrderThroughAFullQueueAreBoundByThePath() {
        Network full =
                new Network(10_000, 0, 0, 0, 0, BYTES, 70_000, 7_000, 0, new RoundTrips(90_000, 40_000, 1448, 1));
        assertThat(cause(Place.FAR, Place.DISK, READING, full).code()).isEqualTo("PATH");
    }

    @Test
    void receivingShowsLossAndOurOwnWindowOnly() {
        assertThat(cause(Place.FAR, Place.DISK, READING, received(70_000, 7_000, 0))
                        .code())
                .isEqualTo("LOSS");
        assertThat(cause(Place.FAR, Place.DISK, READING, received(70_000, 10, 0.9))
                        .code())
                .isEqualTo("WINDOW");
        Cause other = cause(Place.FAR, Place.DISK, READING, received(70_000, 10, 0.1));
        assertThat(other.code()).isEqualTo("UNKNOWN");
        assertThat(other.text()).contains("waited 90 %");
    }

    /** Ten megabytes a second over 150 ms are 1.5 MB in flight. */
    @Test
    void theWindowOfAProtocolIsNotThePath() {
        Network full = new Network(BYTES, 0, 0.9, 0, 0, 10_000, 100, 0, 0, new RoundTrips(150_000, 150_000, 1448, 1));
        assertThat(CopyCause.of(
                        new CopyCause.Copy(10, BYTES, 1, 0, Place.DISK, Place.FAR, 0.1, WRITING, full, 2 << 20)))
                .satisfies(cause -> assertThat(cause.code()).isEqualTo("WINDOW"))
                .satisfies(cause -> assertThat(cause.text()).contains("75 %", "2.0 MiB"));
        assertThat(CopyCause.of(new CopyCause.Copy(
                                10, BYTES, 8, 0, Place.DISK, Place.FAR, 0.1, WRITING, full, 16 << 20))
                        .code())
                .isEqualTo("PATH");
    }

    @Test
    void whatNobodySawStaysUnknown() {
        assertThat(cause(Place.FAR, Place.DISK, READING, Network.NONE).code()).isEqualTo("UNKNOWN");
        assertThat(cause(Place.DISK, Place.FAR, WRITING, Network.NONE).code()).isEqualTo("UNKNOWN");
        assertThat(cause(Place.DISK, Place.FAR, WRITING, sent(0, 0.2, 0, 0)).code())
                .isEqualTo("UNKNOWN");
        assertThat(cause(Place.STREAM, Place.FAR, READING, Network.NONE).code()).isEqualTo("UNKNOWN");
        assertThat(CopyCause.of(new CopyCause.Copy(1, 1000, 1, 0, Place.DISK, Place.FAR, 0, READING, Network.NONE, 0))
                        .code())
                .isEqualTo("UNKNOWN");
    }

    @Test
    void limitsSmallFilesAndProcessorsComeFirst() {
        assertThat(CopyCause.of(new CopyCause.Copy(
                                8, 1_000_000, 1, 1_000_000, Place.DISK, Place.FAR, 0, WRITING, Network.NONE, 0))
                        .code())
                .isEqualTo("LIMIT");
        assertThat(CopyCause.of(new CopyCause.Copy(
                                8, 1_000_000, 500, 0, Place.DISK, Place.FAR, 0, WRITING, Network.NONE, 0))
                        .code())
                .isEqualTo("SMALL_FILES");
        assertThat(cause(Place.DISK, Place.DISK, new Shares(0.1, 0.8, 0, 0.1, 0), Network.NONE)
                        .code())
                .isEqualTo("CPU");
    }
}
