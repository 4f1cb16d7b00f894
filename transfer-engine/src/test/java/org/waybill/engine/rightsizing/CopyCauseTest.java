package org.waybill.engine.rightsizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.rightsizing.CopyCause.Network;
import org.waybill.engine.rightsizing.CopyCause.Place;
import org.waybill.engine.rightsizing.CopyCause.Shares;

class CopyCauseTest {
    private static final long BYTES = 100 << 20;
    private static final Shares READING = new Shares(0.9, 0.05, 0, 0.05, 0);
    private static final Shares WRITING = new Shares(0.05, 0.05, 0, 0.9, 0);

    private static Cause cause(Place source, Place target, Shares shares, Network network) {
        return CopyCause.of(new CopyCause.Copy(10, BYTES, 1, 0, source, target, 0.1, shares, network));
    }

    private static Network sent(long resent, double busy, double receiver, double buffer) {
        return new Network(BYTES, resent, busy, receiver, buffer, 10_000, 100, 0, 0);
    }

    private static Network received(long segments, long disordered, double fill) {
        return new Network(10_000, 0, 0, 0, 0, BYTES, segments, disordered, fill);
    }

    @Test
    void aDiskAtEitherEndIsWaitedForHere() {
        assertThat(cause(Place.DISK, Place.FAR, READING, Network.NONE).code()).isEqualTo("DISK");
        assertThat(cause(Place.FAR, Place.DISK, WRITING, received(70_000, 0, 0)).code()).isEqualTo("DISK");
    }

    @Test
    void sendingIsBoundByWhatTheKernelSays() {
        assertThat(cause(Place.DISK, Place.FAR, WRITING, sent(1_000_000, 0.9, 0, 0)).code()).isEqualTo("LOSS");
        assertThat(cause(Place.DISK, Place.FAR, WRITING, sent(0, 0.9, 0, 0.8)).code()).isEqualTo("WINDOW");
        assertThat(cause(Place.DISK, Place.FAR, WRITING, sent(0, 0.9, 0.8, 0)).code()).isEqualTo("REMOTE");
        assertThat(cause(Place.DISK, Place.FAR, WRITING, sent(0, 0.9, 0, 0)).code()).isEqualTo("PATH");
    }

    @Test
    void receivingShowsLossAndOurOwnWindowOnly() {
        assertThat(cause(Place.FAR, Place.DISK, READING, received(70_000, 7_000, 0)).code()).isEqualTo("LOSS");
        assertThat(cause(Place.FAR, Place.DISK, READING, received(70_000, 10, 0.9)).code()).isEqualTo("WINDOW");
        Cause other = cause(Place.FAR, Place.DISK, READING, received(70_000, 10, 0.1));
        assertThat(other.code()).isEqualTo("UNKNOWN");
        assertThat(other.text()).contains("waited for 90 %");
    }

    @Test
    void whatNobodySawStaysUnknown() {
        assertThat(cause(Place.FAR, Place.DISK, READING, Network.NONE).code()).isEqualTo("UNKNOWN");
        assertThat(cause(Place.DISK, Place.FAR, WRITING, Network.NONE).code()).isEqualTo("UNKNOWN");
        assertThat(cause(Place.DISK, Place.FAR, WRITING, sent(0, 0.2, 0, 0)).code()).isEqualTo("UNKNOWN");
        assertThat(cause(Place.STREAM, Place.FAR, READING, Network.NONE).code()).isEqualTo("UNKNOWN");
        assertThat(CopyCause.of(new CopyCause.Copy(1, 1000, 1, 0, Place.DISK, Place.FAR, 0, READING, Network.NONE))
                .code()).isEqualTo("UNKNOWN");
    }

    @Test
    void limitsSmallFilesAndProcessorsComeFirst() {
        assertThat(CopyCause.of(new CopyCause.Copy(8, 1_000_000, 1, 1_000_000, Place.DISK, Place.FAR, 0, WRITING,
                Network.NONE)).code()).isEqualTo("LIMIT");
        assertThat(CopyCause.of(new CopyCause.Copy(8, 1_000_000, 500, 0, Place.DISK, Place.FAR, 0, WRITING,
                Network.NONE)).code()).isEqualTo("SMALL_FILES");
        assertThat(cause(Place.DISK, Place.DISK, new Shares(0.1, 0.8, 0, 0.1, 0), Network.NONE).code())
                .isEqualTo("CPU");
    }
}
