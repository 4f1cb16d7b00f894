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

    /** Every full link loses packets, and slow ends lose a few of a low rate; neither is held back by that. */
    @Test
    void lossIsTheCauseOnlyWhereItExplainsTheRate() {
        RoundTrips queued = new RoundTrips(62_000, 40_000, 1448, 1);
        RoundTrips shallow = new RoundTrips(41_000, 40_000, 1448, 1);
        RoundTrips near = new RoundTrips(5_200, 5_000, 1448, 1);
        RoundTrips far = new RoundTrips(101_000, 100_000, 1448, 1);
        assertThat(seen(95e6, 2e-3, 0, 0, queued))
                .as("a full link with a queue")
                .isEqualTo("PATH");
        assertThat(seen(95e6, 1e-3, 0, 0, shallow)).as("one with a short queue").isEqualTo("PATH");
        assertThat(seen(12e6, 1e-3, 0.8, 0, near)).as("a slow far disk").isEqualTo("REMOTE");
        assertThat(seen(12e6, 1e-3, 0, 0.95, near)).as("a slow processor here").isEqualTo("CPU");
        // CUBIC holds 187 packets at a loss of 1e-4 and 100 ms (RFC 9438, table 2): 22 Mbit/s
        assertThat(seen(20e6, 1e-4, 0, 0, far))
                .as("a long path, halved by loss")
                .isEqualTo("LOSS");
        assertThat(seen(90e6, 1e-4, 0, 0, far)).as("one that it does not hold").isEqualTo("PATH");
        assertThat(seen(90e6, 1e-4, 0, 0, new RoundTrips(101_000, 100_000, 1448, 4)))
                .as("four connections, each held by it")
                .isEqualTo("LOSS");
        assertThat(seen(20e6, 1e-4, 0.6, 0, far))
                .as("the receiver's window, not loss")
                .isNotEqualTo("LOSS");
    }

    private static String seen(
            double bitsPerSecond, double lossRatio, double receiverShare, double cpuShare, RoundTrips trips) {
        long bytes = (long) (bitsPerSecond / 8 * 10);
        return RateCause.ofSource(new RateCause.Source(
                        10,
                        bytes,
                        1,
                        0,
                        0,
                        cpuShare,
                        9_500_000,
                        (long) (receiverShare * 9_500_000),
                        0,
                        bytes,
                        Math.round(lossRatio * bytes),
                        trips))
                .code();
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
