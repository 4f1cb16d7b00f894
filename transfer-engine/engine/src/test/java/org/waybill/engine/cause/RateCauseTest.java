package org.waybill.engine.cause;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.engine.TransferReport.Cause;

class RateCauseTest {
    @Test
    void namesWhatBoundedTheRate() {
        assertThat(cause(10, 12_000_000, 1, 10_000_000, 0, 0, 0, 0, 0, 0, 0).code())
                .isEqualTo("LIMIT");
        assertThat(cause(1, 1_000_000, 100, 0, 0, 0, 0, 0, 0, 0, 0).code()).isEqualTo("SMALL_FILES");
        assertThat(cause(1, 2_000_000, 1, 0, 0.9, 0, 0, 0, 0, 0, 0).code()).isEqualTo("DISK");
        assertThat(cause(1, 2_000_000, 1, 0, 0, 0, 900_000, 0, 0, 1_000_000, 5_000)
                        .code())
                .isEqualTo("LOSS");
        assertThat(cause(1, 2_000_000, 1, 0, 0, 0, 900_000, 0, 800_000, 1_000_000, 0)
                        .code())
                .isEqualTo("WINDOW");
        assertThat(cause(1, 2_000_000, 1, 0, 0, 0.95, 900_000, 0, 0, 1_000_000, 0)
                        .code())
                .isEqualTo("CPU");
        assertThat(cause(1, 2_000_000, 1, 0, 0, 0, 900_000, 800_000, 0, 1_000_000, 0)
                        .code())
                .isEqualTo("REMOTE");
        assertThat(cause(1, 2_000_000, 1, 0, 0, 0, 900_000, 0, 0, 1_000_000, 0).code())
                .isEqualTo("PATH");
        assertThat(cause(1, 2_000_000, 1, 0, 0, 0, 100_000, 0, 0, 1_000_000, 0).code())
                .isEqualTo("UNKNOWN");
        assertThat(RateCause.ofSink(new RateCause.Sink(1L << 30, 0.7, 0, 0)).code())
                .isEqualTo("DISK");
        assertThat(RateCause.ofSink(new RateCause.Sink(1L << 30, 0, 0.9, 0)).code())
                .isEqualTo("CPU");
        assertThat(RateCause.ofSink(new RateCause.Sink(1L << 30, 0.1, 0.1, 0.1)).code())
                .isEqualTo("UNKNOWN");
    }

    /** Seen: "limited by CPU: the source used 158 % of its processors" for an empty copy. */
    @Test
    void aCopyThatIsOverAtOnceHasNoCauseAndNoShareIsMoreThanAll() {
        assertThat(cause(0.001, 0, 1, 0, 0, 1.58, 0, 0, 0, 0, 0).code()).isEqualTo("UNKNOWN");
        assertThat(RateCause.ofSink(new RateCause.Sink(0, 3, 3, 3)).code()).isEqualTo("UNKNOWN");
        assertThat(cause(1, 2_000_000, 1, 0, 0, 1.58, 0, 0, 0, 0, 0).text())
                .isEqualTo("the source used 100 % of its processors");
        assertThat(RateCause.ofSink(new RateCause.Sink(1L << 30, 0, 0, 3)).text())
                .isEqualTo("the destination's disk was busy 100 % of the time");
    }

    private static Cause cause(
            double seconds,
            long bytes,
            long files,
            long limit,
            double read,
            double cpu,
            long busy,
            long receiver,
            long buffer,
            long sent,
            long resent) {
        return RateCause.ofSource(new RateCause.Source(
                seconds, bytes, files, limit, read, cpu, busy, receiver, buffer, sent, resent, RoundTrips.UNKNOWN));
    }
}
